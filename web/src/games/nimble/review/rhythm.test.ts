import { expect, test } from "vitest";
import { earlierRounds, keepRound, median } from "./earlierRounds";
import { figureRows } from "./figureRows";
import { leftLines } from "./leftLines";
import { momentsOf, neighbour } from "./moments";
import { sampleReport } from "./testReport";
import { GUTTER, TimeAxis } from "./timeAxis";
import { momentLines } from "./wording";

const report = sampleReport();
const untimed = sampleReport({ timed: false });

test("an event lies where its time is, and the last event before a place is found", () => {
  const axis = new TimeAxis(report, null);
  expect(axis.x(0)).toBe(GUTTER);
  expect(axis.x(10) - GUTTER).toBeCloseTo(4.9 * (axis.x(1) - GUTTER));
  expect([axis.eventAt(0), axis.eventAt(axis.x(3)), axis.eventAt(axis.x(4) - 1), axis.eventAt(9999)]).toEqual([
    0, 3, 3, 10,
  ]);
});

test("the whole round fits into the room that there is", () => {
  expect(new TimeAxis(report, 300).width).toBeLessThanOrEqual(301);
  expect(new TimeAxis(report, 300).grid().at(-1)!.number).toBe(4);
});

test("without times events lie at equal distances", () => {
  const axis = new TimeAxis(untimed, null);
  expect(axis.x(10) - axis.x(9)).toBeCloseTo(axis.x(2) - axis.x(1));
});

test("a lost race is one moment, shown where its chance opened; an error where the card lies", () => {
  const moments = momentsOf(report);
  expect(moments.map(({ kind, seat, event }) => [kind, seat, event])).toEqual([
    ["race", 1, 2],
    ["error", 1, 7],
  ]);
  expect(neighbour(moments, 0, 1)?.event).toBe(2);
  expect(neighbour(moments, 2, 1)?.event).toBe(7);
  expect(neighbour(moments, 7, -1)?.event).toBe(2);
  expect(neighbour(moments, 7, 1)).toBeNull();
});

test("a moment says what happened and for how long", () => {
  const [race, error] = momentsOf(report).map((moment) => momentLines(moment, ["Ann", "Bob", "Cy"]));
  expect(race).toEqual(["pile 1: Ann was first", "Lay open for 500 ms."]);
  expect(error).toEqual(["does not fit pile 3", "Fitted nowhere."]);
});

test("cards left go down by one with each card that is placed", () => {
  const [ann] = leftLines(report);
  expect(ann.points.map(({ left }) => left)).toEqual([29, 28, 27, 27]);
  expect(ann.points[1].part).toBeCloseTo(1900 / 4900);
});

test("figures without a clock are left out where there was none", () => {
  expect(figureRows(report, null).length).toBeGreaterThan(figureRows(untimed, null).length);
  const errors = figureRows(report, null)[1];
  expect([errors.cells, errors.best]).toEqual([
    ["0", "1", "0"],
    [0, 2],
  ]);
});

test("a person's earlier rounds are those before this one, and only finished ones with times", () => {
  const finished = { ...report, end: "finished" as const };
  keepRound(finished, 0, "p1", 1000);
  keepRound(finished, 0, "p1", 1000);
  keepRound(finished, 1, "p1", 2000);
  keepRound(finished, 1, "p2", 1500);
  keepRound(report, 0, "p1", 2500);
  keepRound({ ...untimed, end: "finished" }, 0, "p1", 2600);
  expect(earlierRounds("p1", 1000).count).toBe(0);
  const { count, figures } = earlierRounds("p1", 3000);
  expect(count).toBe(2);
  expect(figures.errors).toBe(0.5);
  // Bob took no chance, so his hesitation is not known.
  expect(figures.median_hesitation_ms).toBe(900);
});

test("what another version stored is ignored", () => {
  localStorage.setItem("wonderland.nimble.rounds", JSON.stringify([{ person: 3 }, null, "x"]));
  expect(earlierRounds("p1", 9).count).toBe(0);
  expect(median([])).toBeNull();
});
