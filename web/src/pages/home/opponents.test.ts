import { expect, it } from "vitest";
import { lastOpponents, withCount, defaultOpponents } from "./opponents";

const LADDER = ["dormouse", "rabbit", "hatter", "cat", "queen"];

it("offers one of medium strength first", () => {
  expect(defaultOpponents(LADDER)).toEqual(["hatter"]);
  expect(defaultOpponents(["turtle", "dodo", "hare", "gryphon"])).toEqual(["hare"]);
  expect(defaultOpponents([])).toEqual([]);
});

it("remembers whom we played against, as far as they are still here", () => {
  expect(lastOpponents(LADDER, ["cat", "gone", "queen"], 5)).toEqual(["cat", "queen"]);
  expect(lastOpponents(LADDER, ["gone"], 5)).toEqual(["hatter"]);
  expect(lastOpponents(LADDER, undefined, 5)).toEqual(["hatter"]);
  expect(lastOpponents(LADDER, ["cat", "cat", "cat"], 2)).toEqual(["cat", "cat"]);
});

it("seats more of the last kind, and sends the last ones away first", () => {
  expect(withCount(["rabbit", "cat"], 4)).toEqual(["rabbit", "cat", "cat", "cat"]);
  expect(withCount(["rabbit", "cat", "queen"], 1)).toEqual(["rabbit"]);
});
