/** What a step of a replay did. */

import { m } from "../../messages";
import type { By, NimbleCard, NimbleView } from "../../net/wire";
import { cardName } from "./cards";

export type Move =
  | { kind: "flip"; card: NimbleCard | null }
  | { kind: "back" }
  | { kind: "turn" }
  /** ``pile`` counts from 1, as people do. */
  | { kind: "place"; card: NimbleCard; pile: number };

export function describe({ seat, action }: By, _before: NimbleView, after: NimbleView): Move {
  const [word, pile] = (action ?? "").split(" ");
  if (word === "place") return { kind: "place", card: after.tops[Number(pile)], pile: Number(pile) + 1 };
  if (word === "flip") return { kind: "flip", card: after.discard_tops[seat] };
  return { kind: word === "turn" ? "turn" : "back" };
}

export function sentence(move: Move, name: string): string {
  switch (move.kind) {
    case "flip":
      return move.card ? m.nimble_replay_flipped({ name, card: cardName(move.card) }) : m.nimble_replay_flip({ name });
    case "back":
      return m.nimble_replay_took_back({ name });
    case "turn":
      return m.nimble_replay_turned({ name });
    case "place":
      return m.nimble_replay_placed({ name, card: cardName(move.card), pile: move.pile });
  }
}
