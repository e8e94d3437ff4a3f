import { beforeEach, expect, it, vi } from "vitest";

/** The settings as a page that is just opened finds them. */
async function found(kept: string) {
  localStorage.setItem("wonderland", kept);
  vi.resetModules();
  return (await import("./settings.svelte")).settings;
}

beforeEach(() => localStorage.clear());

it("remembers what was chosen", async () => {
  expect(await found('{"language": "fr", "sound": false, "games": {"parade": 3}}')).toMatchObject({
    language: "fr",
    sound: false,
    games: { parade: 3 },
    theme: "system",
  });
});

it.each([
  "null",
  "[]",
  "7",
  "no JSON",
  '{"games": null, "language": "xx", "sound": "yes", "opponents": 1, "other": 2}',
])("is as usual where something else was kept: %s", async (kept) => {
  const settings = await found(kept);
  expect(settings).toMatchObject({ language: "en", sound: true, games: {}, opponents: {} });
  expect(settings).not.toHaveProperty("other");
});
