import { afterEach, describe, expect, it } from "vitest";
import { ago, day, names, number, ownName, percent, sentence } from "./format";
import { settings } from "./settings.svelte";

/** Wherever the tests run. */
const NOON = new Date(2026, 10, 15, 12).getTime();
const HOUR = 3_600_000;

afterEach(() => (settings.language = "en"));

describe("in English", () => {
  it("writes dates, numbers and lists", () => {
    settings.language = "en";
    expect(day(NOON)).toBe("November 15, 2026");
    expect(number(12345.678, 1)).toBe("12,345.7");
    expect(percent(0.256)).toBe("26%");
    expect(names(["Ann", "Ben", "Carla"])).toBe("Ann, Ben, and Carla");
  });

  it("says how long ago something was in the unit that fits", () => {
    settings.language = "en";
    expect(ago(NOON - 5 * 60_000, NOON)).toBe("5 minutes ago");
    expect(ago(NOON - 3 * HOUR, NOON)).toBe("3 hours ago");
    expect(ago(NOON - 24 * HOUR, NOON)).toBe("yesterday");
  });

  it("never tells of the future, though clocks differ", () => {
    settings.language = "en";
    expect(ago(NOON + 10 * 60_000, NOON)).toBe("just now");
  });
});

describe("in French", () => {
  it("follows the language that is set", () => {
    settings.language = "fr";
    expect(day(NOON)).toBe("15 novembre 2026");
    expect(number(1234.5, 1)).toBe("1\u202f234,5");
    expect(names(["Ann", "Ben"])).toBe("Ann et Ben");
    expect(ago(NOON - 2 * HOUR, NOON)).toBe("il y a 2 heures");
  });
});

it("calls each language what its speakers call it", () => {
  expect(ownName("fr")).toBe("Français");
  expect(ownName("en")).toBe("English");
});

it("makes a sentence of what was said after something else", () => {
  expect(sentence("un nom compte de 1 à 24 caractères")).toBe("Un nom compte de 1 à 24 caractères.");
  expect(sentence("écrivez « me »")).toBe("Écrivez « me ».");
  expect(sentence("This table has been closed.")).toBe("This table has been closed.");
  expect(sentence("")).toBe("");
});
