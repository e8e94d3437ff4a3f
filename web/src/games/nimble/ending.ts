/** Why a round is over, in a sentence. */

import { m } from "../../messages";

/** ``left``: how many cards each seat still has. Of two players one may have kept a single card. */
export function endSentence(end: string, left: readonly number[], names: readonly string[]): string {
  if (end === "stuck") return m.nimble_end_stuck();
  const [out, last] = [left.indexOf(0), left.indexOf(1)];
  if (out >= 0) return m.nimble_end_out({ name: names[out] });
  return last < 0 ? m.nimble_end_finished() : m.nimble_end_one({ name: names[last] });
}
