import { expect, it } from "vitest";
import { remembered, seated, usual } from "./opponents";

const LADDER = ["dormouse", "rabbit", "hatter", "cat", "queen"];

it("offers one of medium strength first", () => {
  expect(usual(LADDER)).toEqual(["hatter"]);
  expect(usual(["turtle", "dodo", "hare", "gryphon"])).toEqual(["hare"]);
  expect(usual([])).toEqual([]);
});

it("remembers whom we played against, as far as they are still here", () => {
  expect(remembered(LADDER, ["cat", "gone", "queen"], 5)).toEqual(["cat", "queen"]);
  expect(remembered(LADDER, ["gone"], 5)).toEqual(["hatter"]);
  expect(remembered(LADDER, undefined, 5)).toEqual(["hatter"]);
  expect(remembered(LADDER, ["cat", "cat", "cat"], 2)).toEqual(["cat", "cat"]);
});

it("seats more of the last kind, and sends the last ones away first", () => {
  expect(seated(["rabbit", "cat"], 4)).toEqual(["rabbit", "cat", "cat", "cat"]);
  expect(seated(["rabbit", "cat", "queen"], 1)).toEqual(["rabbit"]);
});
