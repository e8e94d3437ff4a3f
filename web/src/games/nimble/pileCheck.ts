/** In which order, and when, the cards of the piles are looked at. */

import type { NimbleChecked } from "../../net/wire";

export interface CheckStep {
  pile: number;
  place: number;
  error: boolean;
  seat: number;
  /** Milliseconds before the next one. */
  pause: number;
}

/** All the right ones together take about so long, and each error is looked at. */
const IN_ALL = 4000;
const SLOWEST = 140;
const ERROR = 900;
const ERRORS_IN_ALL = 5000;

export function checkOrder(checked: NimbleChecked[][]): CheckStep[] {
  const cards = checked.flat();
  const errors = cards.filter(({ error }) => error).length;
  const right = Math.min(SLOWEST, IN_ALL / cards.length);
  const wrong = Math.min(ERROR, ERRORS_IN_ALL / Math.max(1, errors));
  return checked.flatMap((pile, number) =>
    pile.map(({ error, seat }, place) => ({ pile: number, place, error, seat, pause: error ? wrong : right })),
  );
}

/** Errors by seat among what has been looked at. */
export function errorsBySeat(seen: CheckStep[], players: number): number[] {
  const count = Array<number>(players).fill(0);
  for (const { error, seat } of seen) if (error) count[seat] += 1;
  return count;
}
