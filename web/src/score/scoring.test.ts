import { expect, test } from "vitest";
import type { ParadeCard, ParadeColourLine } from "../net/wire";
// Made by the rules in Python (tests/web/scoring_cases.py).
import cases from "./cases.json";
import { valueOf } from "../games/parade/cards";
import { majority, score } from "./scoring";

const cards = (text: string) => text.split(" ").filter(Boolean) as ParadeCard[];

function written(lines: ParadeColourLine[]): string {
  return lines
    .map(
      ({ colour, cards, turned, points }) => `${colour}${cards.map(valueOf).join(",")}${turned ? "*" : "="}${points}`,
    )
    .join(" ");
}

test.each(cases)("$name", ({ front, scores, cards: counts, majorities, winners, tied, sheet }) => {
  const end = score(front.map(cards));
  expect(end.scores).toEqual(scores);
  expect(end.cards).toEqual(counts);
  expect(Object.fromEntries(Object.entries(end.majorities).filter(([, seats]) => seats.length))).toEqual(majorities);
  expect(end.winners).toEqual(winners);
  expect(end.tied).toBe(tied);
  expect(end.sheet.map(written)).toEqual(sheet);
});

test("P9 is for two players only", () => {
  expect(majority([2, 1])).toEqual([]);
  expect(majority([2, 1, 0])).toEqual([0]);
});
