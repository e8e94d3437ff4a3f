import { beforeEach, expect, it } from "vitest";
import { LADDER, offerLevels } from "../../games/testCatalogue";
import { lastOpponents, withCount, defaultOpponents } from "./opponents";

beforeEach(offerLevels);

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
  expect(lastOpponents(LADDER, ["alice:level=3", "alice", "gone:level=3"], 5)).toEqual(["alice:level=3", "alice"]);
  expect(lastOpponents(LADDER, ["alice:level=12", "queen:level=3"], 5)).toEqual(["alice", "queen"]);
  expect(lastOpponents(LADDER.slice(0, 5), ["alice:level=3"], 5)).toEqual(["hatter"]);
});

it("seats more of the last kind, and sends the last ones away first", () => {
  expect(withCount(["rabbit", "cat"], 4)).toEqual(["rabbit", "cat", "cat", "cat"]);
  expect(withCount(["rabbit", "cat", "queen"], 1)).toEqual(["rabbit"]);
});
