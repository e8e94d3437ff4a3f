/** Why a round is over, in a sentence. */

import { m } from "../messages";

/** ``left``: how many cards each seat still has. Of two players one may have kept a single card. */
export function ending(end: string, left: readonly number[], names: readonly string[]): string {
  if (end === "stuck") return m.nimble_end_stuck();
  const last = left.indexOf(1);
  return left.includes(0) || last < 0 ? m.nimble_end_finished() : m.round_end_one({ name: names[last] });
}
