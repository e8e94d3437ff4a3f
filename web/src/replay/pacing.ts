/** How long a step is looked at before the next one comes. */

import type { ReplayStep } from "../lib/wire";

export const SPEEDS = [0.5, 1, 2, 4];

/** Parade's players think, so their times are of no use; Nimble is shown as fast as it was. */
const PARADE = 1800;
const NIMBLE = 350;
const LONGEST = 3000;

/** Milliseconds until step ``number + 1`` happens. */
export function pause(game: string, steps: ReplayStep[], number: number, speed: number): number {
  if (game !== "nimble") return PARADE / speed;
  const [from, to] = [number ? steps[number - 1].time : 0, steps[number]?.time ?? null];
  const lasted = from === null || to === null ? NIMBLE : Math.min(Math.max(0, to - from), LONGEST);
  return lasted / speed;
}
