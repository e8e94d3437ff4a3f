import { afterEach, expect, it } from "vitest";
import * as all from "../messages/all";
import { bestMatch, counted, isLanguage, languages, speakAs, text } from "./language";

const files = import.meta.glob<Record<string, unknown>>("../../../src/wonderland/**/messages/en.json", {
  eager: true,
  import: "default",
});

afterEach(() => speakAs(() => "en"));

it("has every message of the files, in every language", () => {
  expect(Object.keys(all).sort()).toEqual(Object.values(files).flatMap(Object.keys).sort());
  expect(Object.keys(files).length).toBe(3); // ours, and one a game
  expect(languages).toContain("fr");
  expect(isLanguage("fr")).toBe(true);
  expect(isLanguage("xx")).toBe(false);
});

it("is said in the language of the moment, values filled in", () => {
  const hello = text<{ name: string }>("Hello, {name}!", "Bonjour, {name} !");
  expect(hello({ name: "Ann" })).toBe("Hello, Ann!");
  speakAs(() => "fr");
  expect(hello({ name: "Ann" })).toBe("Bonjour, Ann !");
});

it("counts as each language does: zero is singular in French only", () => {
  expect([0, 1, 2].map((count) => all.cards_count({ count }))).toEqual(["0 cards", "1 card", "2 cards"]);
  speakAs(() => "fr");
  expect([0, 1, 2].map((count) => all.cards_count({ count }))).toEqual(["0 carte", "1 carte", "2 cartes"]);
});

it("chooses by several numbers, and writes rare forms like the common one", () => {
  const both = counted<{ a: number; b: number }>(
    ["a", "b"],
    { "one,one": "1 1", "one,other": "1 n", "other,one": "n 1", "other,other": "{a} {b}" },
    { "one,one": "1 1", "one,other": "1 n", "other,one": "n 1", "other,other": "{a} {b}" },
  );
  expect([both({ a: 1, b: 5 }), both({ a: 5, b: 1 }), both({ a: 5, b: 6 })]).toEqual(["1 n", "n 1", "5 6"]);
  speakAs(() => "fr");
  expect(both({ a: 1_000_000, b: 2 })).toBe("1000000 2");
});

it("says and counts in English what the language lacks", () => {
  speakAs(() => "fr");
  expect(text("Bye", null)(undefined)).toBe("Bye");
  const cards = counted<{ count: number }>(["count"], { one: "{count} card", other: "{count} cards" }, null);
  expect(cards({ count: 0 })).toBe("0 cards");
});

it("writes each number like the common ones where its form has no text", () => {
  const both = counted<{ a: number; b: number }>(["a", "b"], {
    "other,other": "n n",
    "one,other": "1 n",
    "other,one": "n 1",
  });
  expect([both({ a: 1, b: 2 }), both({ a: 2, b: 1 }), both({ a: 2, b: 2 })]).toEqual(["1 n", "n 1", "n n"]);
});

it.each([
  ["pt-BR", ["en", "pt", "pt-BR"], "pt-BR"],
  ["pt-PT", ["en", "pt-BR"], "pt-BR"],
  ["PT-br", ["en", "pt-BR"], "pt-BR"],
  ["zh-TW", ["en", "zh-Hans", "zh-Hant"], "zh-Hant"],
  ["zh-CN", ["en", "zh-Hant", "zh-Hans"], "zh-Hans"],
  ["fil", ["en", "fi"], undefined],
  ["not a code", ["en", "fr"], undefined],
])("finds the language that a reader of %s reads best among %s", (wanted, among, found) => {
  expect(bestMatch(wanted, among)).toBe(found);
});
