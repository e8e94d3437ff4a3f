import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { announcements } from "../../app/announcer.svelte";
import { changeSetting, type Narration } from "../../app/settings.svelte";
import type { Prediction } from "./predict";
import { TableAnnouncer } from "./tableAnnouncer";

const NAMES = ["Ann", "Bob", "Cleo"];
const before: Prediction = {
  seat: 0,
  tops: ["RB", "GV", "YO"],
  heights: [1, 1, 1],
  hands: [5, 11, 0],
  discards: [0, 0, 4],
  shown: [null, null, "BG"],
  discard: [],
  remembered: [],
};
const after: Prediction = { ...before, tops: ["BG", "GV", "OR"], heights: [2, 1, 2], hands: [5, 10, 0] };

function told(): string[] {
  vi.advanceTimersByTime(1000);
  flushSync();
  return announcements.lines.map(({ text }) => text);
}

beforeEach(() => {
  vi.useFakeTimers();
  announcements.lines = [];
});
afterEach(() => vi.useRealTimers());

const FEW = "Bob has 10 cards left";
const PILES = ["Pile 1: blue frame, green circle", "Pile 3: orange frame, red circle"];
const PLACED = ["Bob, on pile 1: blue frame, green circle", "Cleo, on pile 3: orange frame, red circle"];

it.each<[Narration, string[]]>([
  ["counts", [FEW]],
  ["piles", [FEW, ...PILES]],
  ["placements", [FEW, ...PLACED]],
])("tells of the others as much as was chosen: %s", (narration, lines) => {
  changeSetting("narration", narration);
  new TableAnnouncer().changed(before, after, NAMES, [
    { seat: 1, pile: 0 },
    { seat: 2, pile: 2 },
  ]);
  expect(told()).toEqual(lines);
});

it("tells only the newest card of a pile where several come at once", () => {
  changeSetting("narration", "piles");
  const announcer = new TableAnnouncer();
  announcer.changed(before, after, NAMES, [{ seat: 1, pile: 0 }]);
  announcer.changed(after, { ...after, tops: ["GR", "GV", "OR"] }, NAMES, [{ seat: 2, pile: 0 }]);
  expect(told()).toEqual([FEW, "Pile 1: green frame, red circle"]);
});

it("tells on demand what the others have", () => {
  new TableAnnouncer().readOthers(before, NAMES);
  expect(told()).toEqual(["Bob has 11 cards left", "Cleo: 4 cards left, shows blue frame, green circle"]);
});
