import { afterEach, describe, expect, it } from "vitest";
import {
  timeAgo,
  formatChange,
  formatDate,
  formatList,
  formatNumber,
  languageName,
  formatPercent,
  asSentence,
} from "./format";
import { settings } from "./settings.svelte";

/** Wherever the tests run. */
const NOON = new Date(2026, 10, 15, 12).getTime();
const HOUR = 3_600_000;

afterEach(() => (settings.language = "en"));

describe("in English", () => {
  it("writes dates, numbers and lists", () => {
    settings.language = "en";
    expect(formatDate(NOON)).toBe("November 15, 2026");
    expect(formatNumber(12345.678, 1)).toBe("12,345.7");
    expect(formatPercent(0.256)).toBe("26%");
    expect([formatPercent(-0.54), formatPercent(-0.001), formatNumber(-3)]).toEqual(["−54%", "0%", "−3"]);
    expect([formatChange(0.15, 1), formatChange(-1.61, 1)]).toEqual(["+15.0%", "−161.0%"]);
    expect(formatList(["Ann", "Ben", "Carla"])).toBe("Ann, Ben, and Carla");
  });

  it("says how long ago something was in the unit that fits", () => {
    settings.language = "en";
    expect(timeAgo(NOON - 5 * 60_000, NOON)).toBe("5 minutes ago");
    expect(timeAgo(NOON - 3 * HOUR, NOON)).toBe("3 hours ago");
    expect(timeAgo(NOON - 24 * HOUR, NOON)).toBe("yesterday");
  });

  it("never tells of the future, though clocks differ", () => {
    settings.language = "en";
    expect(timeAgo(NOON + 10 * 60_000, NOON)).toBe("just now");
  });
});

describe("in French", () => {
  it("follows the language that is set", () => {
    settings.language = "fr";
    expect(formatDate(NOON)).toBe("15 novembre 2026");
    expect(formatNumber(1234.5, 1)).toBe("1\u202f234,5");
    expect(formatList(["Ann", "Ben"])).toBe("Ann et Ben");
    expect(timeAgo(NOON - 2 * HOUR, NOON)).toBe("il y a 2 heures");
  });
});

it("calls each language what its speakers call it", () => {
  expect(languageName("fr")).toBe("Français");
  expect(languageName("en")).toBe("English");
});

it("makes a sentence of what was said after something else", () => {
  expect(asSentence("un nom compte de 1 à 24 caractères")).toBe("Un nom compte de 1 à 24 caractères.");
  expect(asSentence("écrivez « me »")).toBe("Écrivez « me ».");
  expect(asSentence("This table has been closed.")).toBe("This table has been closed.");
  expect(asSentence("")).toBe("");
});
