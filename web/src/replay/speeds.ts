/** How long a step is shown before the next one comes. */

import type { ReplayStep } from "../net/wire";

export const SPEEDS = [0.5, 1, 2, 4];

/** In a turn-based game players think, so their times are of no use; a live game is shown as fast as it was. */
const TURN_MS = 1800;
const UNKNOWN_MS = 350;
const MAX_PAUSE_MS = 3000;

/** Milliseconds until step ``number + 1`` happens. */
export function pauseAfter(live: boolean, steps: ReplayStep[], number: number, speed: number): number {
  if (!live) return TURN_MS / speed;
  const [from, to] = [number ? steps[number - 1].time : 0, steps[number]?.time ?? null];
  const pause = from === null || to === null ? UNKNOWN_MS : Math.min(Math.max(0, to - from), MAX_PAUSE_MS);
  return pause / speed;
}

/** Minutes, seconds and tenths since the start. */
export function stopwatch(time: number): string {
  const tenths = Math.floor(time / 100);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${minutes}:${String(Math.floor(rest / 10)).padStart(2, "0")}.${rest % 10}`;
}
