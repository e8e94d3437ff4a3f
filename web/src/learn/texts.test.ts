import { expect, test } from "vitest";
import { kitNames, kitOf } from "../games";

test.each(kitNames)("every page of %s has its texts, one for each part", async (game) => {
  const { script, texts } = (await kitOf(game)!.lesson()).default;
  expect(script.game).toBe(game);
  for (const { name, parts } of script.steps) {
    const words = texts[name];
    expect(words.parts, name).toHaveLength(parts.length);
    for (const text of [words.title, words.done, ...words.parts]) expect(text()).not.toBe("");
  }
});
