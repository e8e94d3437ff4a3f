import { expect, test } from "vitest";
import { announcements } from "../../../app/announcer.svelte";
import { luckBySteps, pointsOf, partsOf } from "./bookkeeping";
import { bands, sharesAt } from "./curve";
import { axisOf, chanceOf, costly, decisionAt, isRight, leastOf, lessons, stepBefore } from "./moments";
import { PracticeState } from "./practice.svelte";
import { reasonText, verdict, whySentence } from "./sentences";
import { REPORT } from "./testReport";

const [BLUNDER, DOUBT, CHOICE] = REPORT.decisions;
const NAMES = ["Ann", "Rabbit"];
const by = (seat: number, action: string | null) => ({ by: { seat, action } });
/** At the table Bob chose before Ann. */
const STEPS = [by(0, "play R3"), by(1, "play V2"), by(1, "discard B0 R1"), by(0, null)];

test("step by step, luck and errors add up to the report's", () => {
  for (const seat of [0, 1]) {
    const steps = luckBySteps(REPORT, seat);
    const sum = (of: "draw" | "hidden" | "own" | "others") => steps.reduce((total, step) => total + step[of], 0);
    const { draws, hidden, own_errors, others_errors } = REPORT.luck[seat];
    expect(sum("draw")).toBeCloseTo(draws, 9);
    expect(sum("hidden")).toBeCloseTo(hidden, 9);
    expect(sum("own")).toBeCloseTo(-own_errors, 9);
    expect(sum("others")).toBeCloseTo(others_errors, 9);
  }
});

test("from the fair share, part by part, one comes to the result", () => {
  for (const seat of [0, 1]) {
    const parts = partsOf(REPORT, seat);
    expect(parts[0].from).toBe(REPORT.fair);
    for (const [place, part] of parts.entries()) expect(part.from).toBe(place ? parts[place - 1].to : REPORT.fair);
    expect(parts.at(-1)!.to).toBeCloseTo(REPORT.result![seat], 9);
  }
});

test("a move lies in the middle of its step where a card is drawn, else at its end", () => {
  const moments = pointsOf(REPORT.chances);
  expect(moments.map(({ at }) => at)).toEqual([0, 0.5, 1, 2, 3]);
  expect(sharesAt(moments, 1)).toEqual([0.6, 0.4]);
  expect(sharesAt(moments, 0)).toEqual([0.52, 0.48]);
  expect(sharesAt(moments, 99)).toEqual([1, 0]);
});

test("the bands fill the whole height, the first at the bottom", () => {
  const [ann, bob] = bands(pointsOf(REPORT.chances), [0, 1], { x: (at) => at * 10, y: (share) => 100 * (1 - share) });
  expect(ann.edge).toBe("M0.0 48.0L5.0 50.0L10.0 40.0L20.0 42.0L30.0 0.0");
  expect(bob.edge).toBe("M0.0 0.0L5.0 0.0L10.0 0.0L20.0 0.0L30.0 0.0");
});

test("an error has its mark from less on where more players share the win", () => {
  expect([leastOf("doubtful", 2), leastOf("blunder", 2), leastOf("mistake", 4)]).toEqual([0.01, 0.06, 0.015]);
});

test("a decision is found at the step before it, also where the last choices came in another order", () => {
  expect(decisionAt(REPORT, STEPS, 0)).toBe(BLUNDER);
  expect(stepBefore(CHOICE, STEPS)).toBe(2);
  expect(stepBefore(CHOICE, [STEPS[0], STEPS[1], STEPS[3], STEPS[2]])).toBe(3);
  expect(decisionAt(REPORT, STEPS, 4)).toBeNull();
});

test("costly moments are filtered by size and player, the dearest first", () => {
  expect(costly(REPORT, "all", null)).toEqual([BLUNDER, CHOICE, DOUBT]);
  expect(costly(REPORT, "doubtful", null)).toEqual([BLUNDER, CHOICE]);
  expect(costly(REPORT, "blunder", null)).toEqual([BLUNDER]);
  expect(costly(REPORT, "mistake", 1)).toEqual([CHOICE]);
  expect(lessons(REPORT, 1)).toEqual([CHOICE]);
});

test("several choices may be right, and two cards are set aside in any order", () => {
  expect(["play B7", "play G1", "play R3"].map((action) => isRight(BLUNDER, action))).toEqual([true, true, false]);
  expect(isRight(CHOICE, "discard R1 G2")).toBe(true);
});

test("what is in no hand lies in the pile; what was seen is nowhere", () => {
  expect(chanceOf(BLUNDER, "S5", 1)).toBe(0.5);
  expect(chanceOf(BLUNDER, "S4", null)).toBe(0.75);
  expect(chanceOf(BLUNDER, "R0", 1)).toBeNull();
});

test("the axis holds every interval, and begins with nothing only where that shows the differences", () => {
  for (const decision of REPORT.decisions) {
    const { from, to } = axisOf(decision);
    for (const { win, win_se } of decision.moves) {
      expect(win - 2 * win_se).toBeGreaterThanOrEqual(from);
      expect(win + 2 * win_se).toBeLessThanOrEqual(to);
    }
  }
  expect(axisOf(BLUNDER).from).toBeGreaterThan(0.3);
  expect(axisOf({ moves: [{ ...BLUNDER.moves[0], win: 0 }, BLUNDER.moves[1]] }).from).toBe(0);
});

test("what is not beyond doubt is not called an error", () => {
  expect(verdict(BLUNDER, "Ann")).toMatch(/^It cost 6.0% of a win/);
  expect(verdict(DOUBT, "Rabbit")).toBe("A right choice: 2 cannot be told apart.");
  const unsure = { ...DOUBT, moves: DOUBT.moves.map((move, place) => ({ ...move, right: place === 0 })) };
  expect(verdict(unsure, "Rabbit")).toMatch(/within doubt/);
  expect(verdict({ ...DOUBT, played: "V9" }, "Rabbit")).toMatch(/right choice/);
});

test("reasons are said with the names of this page; one that it does not know, in the report's words", () => {
  expect(whySentence(BLUNDER, NAMES, REPORT.players)).toBe(
    "Red 3: takes blue 2 and orange 0 at no cost. Better blue 7: takes nothing.",
  );
  const leaves = { key: "why_leaves", values: { name: "Bob" } };
  expect(reasonText(leaves, NAMES, REPORT.players)).toBe("whatever Rabbit plays now takes something");
  const strange = { ...BLUNDER, reasons: [{ key: "why_unheard_of", values: {} }] };
  expect(whySentence(strange, NAMES, REPORT.players)).toBe(BLUNDER.why);
});

test("one tries until it is right, and only what was found at once counts as found", async () => {
  const practice = new PracticeState(REPORT, 1, () => "Rabbit");
  expect(practice.task).toBe("In the game Rabbit set blue 0 and red 1 aside. Find something better.");
  await expect(practice.act("discard R1 B0")).rejects.toThrow();
  expect([practice.state, practice.answer]).toEqual([
    "asking",
    "Red 1 and blue 0: that is what was played. Try another.",
  ]);
  await practice.act("discard R1 G2");
  expect([practice.state, practice.found]).toEqual(["right", 0]);
  await expect(practice.act("discard R1 G2")).rejects.toThrow();
  practice.next();
  expect(practice.decision).toBeNull();
  practice.again();
  await practice.act("discard G2 R1");
  expect(practice.found).toBe(1);
  expect(announcements.lines.at(-1)?.text).toMatch(/^Right/);
});

test("an answer that is shown is not found", async () => {
  const practice = new PracticeState(REPORT, 0, () => "Ann");
  practice.show();
  expect([practice.state, practice.answer, practice.found]).toEqual(["shown", "Best: blue 7.", 0]);
  await expect(practice.act("play B7")).rejects.toThrow();
});
