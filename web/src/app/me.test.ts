import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** The server knows this person by the cookie that all tabs share. */
let person: { id: string; name: string } | null;

async function tab() {
  vi.resetModules();
  return import("./me.svelte");
}

beforeEach(() => {
  localStorage.clear();
  person = { id: "a", name: "Ann" };
  vi.stubGlobal("fetch", async () => Response.json(person));
});
afterEach(() => vi.unstubAllGlobals());

it("remembers who was here last", async () => {
  const { lastKnownName, currentPerson } = await tab();
  expect(lastKnownName()).toBeNull();
  await currentPerson();
  expect((await tab()).lastKnownName()).toBe("Ann");
});

it("becomes who somebody has setPerson in another tab, though the name be the same", async () => {
  const [here, there] = [await tab(), await tab()];
  await here.currentPerson();
  person = { id: "b", name: "Ann" };
  there.setPerson(person as never);
  dispatchEvent(Object.assign(new Event("storage"), { key: "wonderland-me" }));
  await vi.waitFor(() => expect(here.me.person?.id).toBe("b"));
});

it("takes another name only where it is another", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit = {}) => {
    asked.push(`${method} ${path}`);
    if (method !== "GET") person = { id: "a", ...JSON.parse(body as string) };
    return Response.json(person);
  });
  const { ensureNamed, me } = await tab();
  await ensureNamed(" Ann ");
  await ensureNamed("");
  expect(asked).toEqual(["GET /api/me"]);
  await ensureNamed("Anna");
  expect(asked.at(-1)).toBe("PATCH /api/me");
  expect(me.person?.name).toBe("Anna");
});

it("makes a guest of a newcomer, by the name they gave", async () => {
  person = null;
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit = {}) => {
    if (method === "POST") person = { id: path, ...JSON.parse(body as string) };
    return Response.json(person);
  });
  const { ensureNamed } = await tab();
  expect(await ensureNamed("Bob")).toEqual({ id: "/api/guest", name: "Bob" });
});
