/** Why the last round began (P6): told by the result, or read off the view while it goes on. */

import type { ParadeResult, ParadeView } from "../lib/wire";
import { grouped } from "./cards";

export interface Cause {
  /** Whose turn began it. */
  seat: number;
  colours: boolean;
  pile: boolean;
}

type Seen = Pick<ParadeView, "players" | "history" | "front" | "pile" | "last_round">;

/** Null before the last round. */
export function cause(view: Seen, result: Pick<ParadeResult, "trigger"> | null = null): Cause | null {
  if (result?.trigger) return result.trigger;
  if (view.last_round === null) return null;
  const since = view.players.length - view.last_round;
  const began = view.history[view.history.length - since - 1];
  if (!began) return null;
  const seat = began[0];
  const pile = view.pile === 0;
  // Nobody draws in the last round, so an empty pile was empty then; a sixth colour may have come to them since.
  const certain = since < view.players.length;
  return { seat, pile, colours: !pile || (certain && grouped(view.front[seat]).length === 6) };
}
