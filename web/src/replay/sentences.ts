/** What happened, in a sentence. */

import { formatList } from "../app/format";
import { cardName } from "../games/names";
import { m } from "../messages";
import type { Move } from "./moves";

const parade = (cards: string[]) => formatList(cards.map((card) => cardName("parade", card)));

/** ``open``: the viewer may know which cards were set aside (P11). */
export function sentence(move: Move, players: string[], open: boolean): string {
  const name = players[move.seat];
  switch (move.kind) {
    case "play": {
      const card = cardName("parade", move.card);
      return move.taken.length
        ? m.replay_took({ name, card, cards: parade(move.taken) })
        : m.replay_played({ name, card });
    }
    case "aside":
      return open ? m.replay_set_aside({ name, cards: parade(move.cards) }) : m.replay_chose({ name });
    case "flip":
      return move.card ? m.replay_flipped({ name, card: cardName("nimble", move.card) }) : m.replay_flip({ name });
    case "back":
      return m.replay_took_back({ name });
    case "turn":
      return m.replay_turned({ name });
    case "place":
      return m.replay_placed({ name, card: cardName("nimble", move.card), pile: move.pile });
  }
}

/** Minutes and seconds since the start, and tenths, because Nimble is quick. */
export function clock(time: number): string {
  const tenths = Math.floor(time / 100);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${minutes}:${String(Math.floor(rest / 10)).padStart(2, "0")}.${rest % 10}`;
}
