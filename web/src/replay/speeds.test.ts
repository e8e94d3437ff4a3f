import { expect, test } from "vitest";
import type { ReplayStep } from "../net/wire";
import { pauseAfter, stopwatch } from "./speeds";

const at = (time: number | null) => ({ by: { seat: 0, action: "flip" }, time, changes: [] }) as unknown as ReplayStep;

test("a live game is shown as fast as it was, but nobody waits long; a turn-based one at an even pace", () => {
  const steps = [400, 650, 90_000, null].map(at);
  expect([0, 1, 2, 3].map((number) => pauseAfter(true, steps, number, 1))).toEqual([400, 250, 3000, 350]);
  expect(pauseAfter(true, steps, 1, 2)).toBe(125);
  expect(pauseAfter(false, steps, 2, 0.5)).toBe(3600);
});

test("a stopwatch with tenths", () => {
  expect([0, 1_950, 61_000, 754_321].map(stopwatch)).toEqual(["0:00.0", "0:01.9", "1:01.0", "12:34.3"]);
});
