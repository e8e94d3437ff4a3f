import { beforeEach, expect, test } from "vitest";
import { settings } from "../../app/settings.svelte";
import { endSentence } from "./ending";

beforeEach(() => {
  settings.language = "en";
});

test.each([
  ["finished", [4, 0, 7], "The round is over: Bob has no card left."],
  ["finished", [9, 1], "The round is over: Bob has one card left."],
  ["finished", [1, 0, 7], "The round is over: Bob has no card left."],
  ["stuck", [1, 12], "The round is over: no card that anyone holds fits any pile."],
] as const)("%s with %s left", (end, left, told) => {
  expect(endSentence(end, left, ["Ann", "Bob", "Cy"])).toBe(told);
});
