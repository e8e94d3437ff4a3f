/** What a step did, read off the views before and after it. */

import type { NimbleCard, NimbleView, ParadeCard, ParadeView, ReplayStep } from "../lib/wire";

type AnyView = ParadeView | NimbleView;

export type Deed =
  | { kind: "play"; card: ParadeCard; taken: ParadeCard[] }
  | { kind: "aside"; cards: ParadeCard[] }
  | { kind: "flip"; card: NimbleCard | null }
  | { kind: "back" }
  | { kind: "turn" }
  /** ``pile`` counts from 1, as people do. */
  | { kind: "place"; card: NimbleCard; pile: number };

export type Move = Deed & { seat: number; time: number | null };

/** What must be remembered of a view before it is changed. */
export function fronts(view: AnyView, seat: number): ParadeCard[] {
  return "front" in view ? [...view.front[seat]] : [];
}

/** ``before``: the cards in front of the player until now. */
export function moveOf(step: ReplayStep, before: ParadeCard[], after: AnyView): Move {
  return { ...deed(step, before, after), seat: step.seat, time: step.time };
}

function deed({ action, seat }: ReplayStep, before: ParadeCard[], after: AnyView): Deed {
  const [word, ...rest] = action.split(" ");
  if ("front" in after) {
    if (word === "discard") return { kind: "aside", cards: rest as ParadeCard[] };
    const taken = after.front[seat].filter((card) => !before.includes(card));
    return { kind: "play", card: rest[0] as ParadeCard, taken };
  }
  if (word === "place") return { kind: "place", card: after.tops[Number(rest[0])], pile: Number(rest[0]) + 1 };
  if (word === "flip") return { kind: "flip", card: after.discard_tops[seat] };
  return { kind: word === "turn" ? "turn" : "back" };
}
