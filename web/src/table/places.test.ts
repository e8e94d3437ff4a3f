import { afterEach, expect, test } from "vitest";
import { settings } from "../app/settings.svelte";
import { byPlace, placeSentence, resultText } from "./places";

const NAMES = ["Ann", "Bob", "Cy", "Dee"];
const places = (...all: number[]) => all.map((place) => ({ place }));

afterEach(() => (settings.language = "en"));

test.each([
  ["en", [1, 2, 3, 4], "You came 3rd of 4."],
  ["en", [1, 4, 2, 2], "You share 2nd place of 4 with Dee."],
  ["en", [2, 3, 1, 4], "Well played!"],
  ["fr", [1, 2, 3, 4], "Vous êtes 3e sur 4."],
  ["fr", [1, 2, 2, 2], "Vous êtes 2e ex æquo sur 4, avec Bob et Dee."],
] as const)("in %s, of the places %j the third seat reads: %s", (language, all, text) => {
  settings.language = language;
  expect(placeSentence(places(...all), NAMES, 2)).toBe(text);
});

test("a result is told to others with everybody's name", () => {
  expect(resultText("parade", ["Ann", "Bob", "Cy"], places(2, 1, 3))).toBe("Parade: Bob wins against Ann and Cy.");
  expect(resultText("parade", NAMES, places(1, 1, 3, 4))).toBe("Parade: Ann and Bob share the win.");
  expect(resultText("parade", ["Ann"], places(1))).toBe("Parade: Ann wins.");
  expect(resultText("parade", NAMES, null)).toBe("");
});

test("rows are in the order of the places, and within one in the order of the seats", () => {
  expect(byPlace(places(3, 1, 3, 2))).toEqual([1, 3, 0, 2]);
});
