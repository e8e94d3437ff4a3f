import { expect, test } from "vitest";
import { hint } from "./hints";
import type { Prediction } from "./predict";

const predicted: Prediction = {
  seat: 0,
  tops: ["RB", "GV", "YO"],
  heights: [1, 1, 1],
  hands: [28, 29],
  discards: [0, 0],
  shown: [null, null],
  discard: [],
  remembered: [],
};

test("first how to flip, then what fits, then what to do when nothing does", () => {
  expect(hint(predicted, { flipped: 0, placed: 0 }, false)).toBe("flip");
  expect(hint(predicted, { flipped: 1, placed: 0 }, false)).toBe("fit");
  expect(hint(predicted, { flipped: 4, placed: 0 }, false)).toBe("back");
});

test("errors count, unless the table refuses them", () => {
  expect(hint(predicted, { flipped: 4, placed: 1 }, false)).toBe("errors");
  expect(hint(predicted, { flipped: 4, placed: 1 }, true)).toBe("assist");
});

test("an empty hand matters more than anything", () => {
  const empty: Prediction = { ...predicted, hands: [0, 29], discard: ["RB"] };
  expect(hint(empty, { flipped: 9, placed: 9 }, false)).toBe("turn");
});

test("who knows the game, or watches, is left alone", () => {
  expect(hint(predicted, { flipped: 20, placed: 8 }, false)).toBeNull();
  expect(hint({ ...predicted, seat: null }, { flipped: 0, placed: 0 }, false)).toBeNull();
});
