import { beforeEach, expect, test } from "vitest";
import { atLevel, levelOf, levelsOf, mediumBot, optionsOf, plainBot } from "./botOptions";
import { LADDER, offerLevels } from "./testCatalogue";

beforeEach(offerLevels);

test("a name is taken apart", () => {
  expect([plainBot("queen"), plainBot("alice:net:level=3")]).toEqual(["queen", "alice"]);
  expect(optionsOf("queen")).toEqual([]);
  expect(optionsOf("alice:net:level=3")).toEqual([
    ["net", ""],
    ["level", "3"],
  ]);
});

test("the levels are those that the server names", () => {
  expect(levelsOf("alice:level=3")).toEqual({ low: 1, high: 9, usual: 9 });
  expect(levelsOf("queen")).toBeUndefined();
  expect([levelOf("alice"), levelOf("alice:level=3"), levelOf("queen")]).toEqual([9, 3, undefined]);
});

test.each(["alice:level=0", "alice:level=10", "alice:level=", "alice:level=high", "alice:level=2.5", "alice:x"])(
  "%s is Alice at her usual level",
  (name) => expect(levelOf(name)).toBe(9),
);

test("a level is written behind the name, and the usual one is left out", () => {
  expect(atLevel("alice", 3)).toBe("alice:level=3");
  expect(atLevel("alice:level=3", 4)).toBe("alice:level=4");
  expect(atLevel("alice:level=3", 9)).toBe("alice");
  expect(atLevel("queen", undefined)).toBe("queen");
});

test("the bot in the middle is not moved by one whose level is chosen", () => {
  expect(mediumBot(LADDER)).toBe("hatter");
  expect(mediumBot(["turtle", "dodo", "hare", "gryphon"])).toBe("hare");
  expect(mediumBot(["alice"])).toBe("alice");
  expect(mediumBot([])).toBeUndefined();
});
