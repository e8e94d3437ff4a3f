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
  '{"motion": "wild", "theme": "constructor", "handOrder": "", "botPace": "x", "volume": 101}',
])("is as usual where something else was kept: %s", async (kept) => {
  const settings = await found(kept);
  expect(settings).toMatchObject({ language: "en", sound: true, games: {}, opponents: {} });
  expect(settings).toMatchObject({
    motion: "system",
    theme: "system",
    handOrder: "dealt",
    botPace: "normal",
    volume: 100,
  });
  expect(settings).not.toHaveProperty("other");
});

/** Settings of two tabs of one browser; each is told what the other has kept. */
async function tabs() {
  const open = async () => {
    vi.resetModules();
    return import("./settings.svelte");
  };
  return [await open(), await open()];
}
const told = () => dispatchEvent(Object.assign(new Event("storage"), { key: "wonderland" }));
const kept = () => JSON.parse(localStorage.getItem("wonderland")!);

it("does not undo what another tab has chosen", async () => {
  const [one, other] = await tabs();
  one.changeSetting("theme", "dark");
  other.changeSetting("games", (games) => ({ ...games, parade: 1 }));
  expect(kept()).toMatchObject({ theme: "dark", games: { parade: 1 } });
});

it("counts on from what another tab has counted", async () => {
  const [one, other] = await tabs();
  for (const tab of [one, other, one]) tab.changeSetting("games", ({ parade = 0 }) => ({ parade: parade + 1 }));
  expect(kept().games).toEqual({ parade: 3 });
});

it("follows what is chosen in another tab", async () => {
  const [one, other] = await tabs();
  one.changeSetting("language", "fr");
  told();
  expect(other.settings.language).toBe("fr");
});

it("makes animations slower, faster, or none", async () => {
  const durations = [];
  for (const motion of ["slow", "full", "fast", "reduced"]) {
    await found(JSON.stringify({ motion }));
    durations.push((await import("./settings.svelte")).motionDuration(100));
  }
  expect(durations).toEqual([180, 100, 50, 0]);
});
