// @vitest-environment node
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const SOURCE = readFileSync("src/offline.js", "utf-8");
const ORIGIN = "https://cards.example";

/** What browsers keep for a site: caches by name, in the order in which they were made. */
class Caches {
  all = new Map<string, Map<string, string>>();
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
  open = async (name: string) => {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const files = this.all.get(name)!;
    return {
      match: async (asked: Request | string) => answer(files.get(path(asked))),
      addAll: async (paths: string[]) => {
        for (const one of paths) files.set(one, await (await fetched(one)).text());
      },
    };
  };
  match = async (asked: Request | string) => {
    for (const files of this.all.values()) if (files.has(path(asked))) return answer(files.get(path(asked)));
  };
}

const path = (asked: Request | string) => new URL(typeof asked === "string" ? asked : asked.url, ORIGIN).pathname;
const answer = (text: string | undefined) => (text === undefined ? undefined : new Response(text));

let caches: Caches;
/** How the network answers. */
let fetched: (asked: Request | string) => Promise<Response>;
const update = vi.fn(async () => undefined);
const openWindow = vi.fn(async () => undefined);
let windows: { url: string; focus: () => Promise<void> }[];

/** The service worker of a build, as its events make it act. */
function worker(version: string, files: string[] = []) {
  const handlers: Record<string, (event: object) => void> = {};
  const self = {
    addEventListener: (kind: string, handler: (event: object) => void) => (handlers[kind] = handler),
    clients: { claim: async () => undefined, matchAll: async () => windows, openWindow },
    registration: { update },
    skipWaiting: async () => undefined,
  };
  const source = SOURCE.replace("VERSION", version).replace("= FILES", `= ${JSON.stringify(files)}`);
  new Function("self", "caches", "location", "fetch", source)(self, caches, { origin: ORIGIN }, (one: Request) =>
    fetched(one),
  );
  return async (kind: string, fields: object = {}): Promise<string | undefined> => {
    const waits: Promise<unknown>[] = [];
    let response: Promise<Response> | undefined;
    handlers[kind]({
      ...fields,
      waitUntil: (one: Promise<unknown>) => waits.push(one),
      respondWith: (one: Promise<Response>) => (response = one),
    });
    const text = await response?.then((found) => found.text());
    if (!response) await Promise.all(waits);
    return text;
  };
}

const asking = (where: string, mode = "no-cors") => ({
  request: { method: "GET", mode, url: ORIGIN + where } as unknown as Request,
});
const opening = (where: string) => asking(where, "navigate");

beforeEach(() => {
  vi.useFakeTimers();
  caches = new Caches();
  windows = [];
  fetched = async (asked) => new Response(`network ${path(asked)}`);
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

/** The worker of a first build, installed. */
async function installed() {
  const one = worker("one", ["/index.html", "/assets/lesson-1.js"]);
  fetched = async (asked) => new Response(`one ${path(asked)}`);
  await one("install");
  await one("activate");
  fetched = async (asked) => new Response(`network ${path(asked)}`);
  return one;
}

it("shows the newest page where the network has it in time", async () => {
  const one = await installed();
  expect(await one("fetch", opening("/score"))).toBe("network /score");
});

it.each([
  ["is no network", () => Promise.reject(new TypeError("offline"))],
  ["is only a proxy that says so", () => Promise.resolve(new Response("bad gateway", { status: 502 }))],
])("shows the kept page where there %s", async (_, gone) => {
  const one = await installed();
  fetched = gone;
  expect(await one("fetch", opening("/score"))).toBe("one /");
});

it("waits three seconds for a bad connection; what comes after that is for the next time", async () => {
  const one = await installed();
  let come = (_: Response) => {};
  fetched = () => new Promise((done) => (come = done));
  const shown = vi.fn();
  void one("fetch", opening("/score")).then(shown);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(shown).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toHaveBeenCalledWith("one /");
  expect(update).not.toHaveBeenCalled();
  come(new Response("at last"));
  await vi.advanceTimersByTimeAsync(0);
  expect(update).toHaveBeenCalledOnce();
});

it("waits as long as it takes where nothing is kept", async () => {
  const one = worker("one");
  let come = (_: Response) => {};
  fetched = () => new Promise((done) => (come = done));
  const opened = one("fetch", opening("/score"));
  await vi.advanceTimersByTimeAsync(60_000);
  come(new Response("at last"));
  expect(await opened).toBe("at last");
});

it("keeps the files of an open page while the next build waits, and shows that build's page", async () => {
  const one = await installed();
  const two = worker("two", ["/index.html", "/assets/lesson-2.js"]);
  fetched = async (asked) => new Response(`two ${path(asked)}`);
  await two("install");
  fetched = () => Promise.reject(new TypeError("offline"));
  expect(await one("fetch", asking("/assets/lesson-1.js"))).toBe("one /assets/lesson-1.js");
  expect(await one("fetch", opening("/"))).toBe("two /");
  expect(await one("fetch", asking("/assets/lesson-2.js"))).toBe("two /assets/lesson-2.js");
  // No page of the first build is left.
  await two("activate");
  expect(await caches.keys()).toEqual(["wonderland-two"]);
});

it("leaves the game's own requests alone", async () => {
  const one = await installed();
  expect(await one("fetch", asking("/api/me"))).toBeUndefined();
});

it("brings the table's window to the front when its notification is pressed", async () => {
  const one = await installed();
  const [close, focus, other] = [vi.fn(), vi.fn(async () => undefined), vi.fn(async () => undefined)];
  windows = [
    { url: `${ORIGIN}/t/another`, focus: other },
    { url: `${ORIGIN}/t/table?x`, focus },
  ];
  await one("notificationclick", { notification: { close, data: { path: "/t/table" } } });
  expect(close).toHaveBeenCalledOnce();
  expect(focus).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

it("opens the table where no window shows it", async () => {
  const one = await installed();
  await one("notificationclick", { notification: { close: vi.fn(), data: { path: "/t/table" } } });
  expect(openWindow).toHaveBeenCalledWith("/t/table");
});
