import { expect, test } from "vitest";
import { earlierMedian } from "./earlierRounds";
import { figureRows } from "./figureRows";
import { leftLines } from "./leftLines";
import { momentsOf, neighbour } from "./moments";
import { sampleReport } from "./testReport";
import { GUTTER, TimeAxis } from "./timeAxis";
import { momentLines } from "./wording";

const report = sampleReport();
const untimed = sampleReport({ timed: false });

test("an event lies where its time is, and the last event before a place is found", () => {
  const axis = new TimeAxis(report, 0, false);
  expect(axis.x(0)).toBe(GUTTER);
  expect(axis.x(10) - GUTTER).toBeCloseTo(4.9 * (axis.x(1) - GUTTER));
  expect([axis.eventAt(0), axis.eventAt(axis.x(3)), axis.eventAt(axis.x(4) - 1), axis.eventAt(9999)]).toEqual([
    0, 3, 3, 10,
  ]);
});

test("the whole round fits into the room that there is", () => {
  expect(new TimeAxis(report, 300, true).width).toBeLessThanOrEqual(301);
  expect(new TimeAxis(report, 300, true).grid().at(-1)!.number).toBe(4);
});

test("a short round fills the room also from close by, and a long one is wider", () => {
  expect(Math.abs(new TimeAxis(report, 500, false).width - 500)).toBeLessThanOrEqual(1);
  expect(new TimeAxis(report, 100, false).width).toBeGreaterThan(150);
});

test("without times events lie at equal distances", () => {
  const axis = new TimeAxis(untimed, 0, false);
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
  expect(figureRows(report, []).length).toBeGreaterThan(figureRows(untimed, []).length);
  const errors = figureRows(report, [])[1];
  expect([errors.cells, errors.best]).toEqual([
    ["0", "1", "0"],
    [0, 2],
  ]);
});

test("earlier rounds count by their median, as far as it is known", () => {
  const rounds = [1, 2, null].map((errors, number) => ({ game: `g${number}`, ended: number, figures: { errors } }));
  expect(earlierMedian(rounds, "errors")).toBe(1.5);
  expect(earlierMedian(rounds, "median_hesitation_ms")).toBeNull();
  const rows = figureRows(report, rounds);
  expect(rows.map(({ earlier }) => earlier).slice(0, 4)).toEqual(["", "1.5", "–", "–"]);
});
