import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { announcements } from "../app/announcer.svelte";
import { changeSetting } from "../app/settings.svelte";
import { playSound } from "../app/sounds";
import Clock from "./Clock.svelte";

vi.mock("../app/sounds", () => ({ playSound: vi.fn() }));

const told = () => announcements.lines.map(({ text }) => text);
function pass(seconds: number) {
  for (let half = 0; half < 2 * seconds; half++) {
    vi.advanceTimersByTime(500);
    flushSync();
  }
}
function start(mine: boolean) {
  render(Clock, { deadline: Date.now() + 15_000, now: () => Date.now(), mine });
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(playSound).mockClear();
  announcements.lines = [];
  changeSetting("clockWarning", true);
});
afterEach(() => vi.useRealTimers());

it("says once that ten seconds are left, and ticks from then on", () => {
  start(true);
  pass(4);
  expect(told()).toEqual([]);
  pass(4);
  expect(told()).toEqual(["10 seconds left"]);
  const ticks = vi.mocked(playSound).mock.calls.length;
  pass(3);
  expect(told()).toEqual(["10 seconds left"]);
  expect(vi.mocked(playSound).mock.calls).toHaveLength(ticks + 3);
  // What is over does not tick.
  pass(10);
  expect(vi.mocked(playSound).mock.calls.length).toBe(10);
});

it("is silent about the others' time, and where that was chosen", () => {
  start(false);
  pass(12);
  changeSetting("clockWarning", false);
  start(true);
  pass(12);
  expect(told()).toEqual([]);
  expect(playSound).not.toHaveBeenCalled();
});
