import { expect, test } from "vitest";
import nimble from "../games/nimble/lesson/script.json";
import parade from "../games/parade/lesson/script.json";
import type { Script } from "./script";
import { stepTexts } from "./texts";

test.each([parade, nimble] as unknown as Script[])(
  "every page of $game has its words, one text for each part",
  (script) => {
    for (const { name, parts } of script.steps) {
      const words = stepTexts(script.game, name);
      expect(words.parts, name).toHaveLength(parts.length);
      for (const text of [words.title, words.done, ...words.parts]) expect(text()).not.toBe("");
    }
  },
);
