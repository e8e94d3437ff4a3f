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
  const { lastName, whoAmI } = await tab();
  expect(lastName()).toBeNull();
  await whoAmI();
  expect((await tab()).lastName()).toBe("Ann");
});

it("becomes who somebody has become in another tab, though the name be the same", async () => {
  const [here, there] = [await tab(), await tab()];
  await here.whoAmI();
  person = { id: "b", name: "Ann" };
  there.become(person as never);
  dispatchEvent(Object.assign(new Event("storage"), { key: "wonderland-me" }));
  await vi.waitFor(() => expect(here.me.person?.id).toBe("b"));
});
