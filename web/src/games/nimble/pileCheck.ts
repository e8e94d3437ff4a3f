/** The order and timing of the animated pile check. */

import type { NimbleChecked } from "../../net/wire";

export interface CheckStep {
  pile: number;
  place: number;
  error: boolean;
  seat: number;
  /** Milliseconds before the next one. */
  pause: number;
}

/** All correct cards together take about this long; errors are shown longer. */
const TOTAL_MS = 4000;
const MAX_STEP_MS = 140;
const ERROR_MS = 900;
const TOTAL_ERRORS_MS = 5000;

export function checkOrder(checked: NimbleChecked[][]): CheckStep[] {
  const cards = checked.flat();
  const errors = cards.filter(({ error }) => error).length;
  const right = Math.min(MAX_STEP_MS, TOTAL_MS / cards.length);
  const wrong = Math.min(ERROR_MS, TOTAL_ERRORS_MS / Math.max(1, errors));
  return checked.flatMap((pile, number) =>
    pile.map(({ error, seat }, place) => ({ pile: number, place, error, seat, pause: error ? wrong : right })),
  );
}

/** Errors by seat among the checked cards. */
export function errorsBySeat(seen: CheckStep[], players: number): number[] {
  const count = Array<number>(players).fill(0);
  for (const { error, seat } of seen) if (error) count[seat] += 1;
  return count;
}
