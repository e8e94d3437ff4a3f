/** What a step of a replay did. */

import { formatList } from "../../app/format";
import { m } from "../../messages";
import type { By, ParadeCard, ParadeView } from "../../net/wire";
import { theCard } from "./cards";

export type Move =
  | { kind: "play"; card: ParadeCard; taken: ParadeCard[] }
  /** Null where the viewer may not know which cards were set aside (P11). */
  | { kind: "aside"; cards: ParadeCard[] | null };

export function describe({ seat, action }: By, before: ParadeView, after: ParadeView): Move {
  const [word, ...cards] = (action ?? "").split(" ") as [string, ...ParadeCard[]];
  if (word !== "play") return { kind: "aside", cards: action === null ? null : cards };
  const taken = after.front[seat].filter((card) => !before.front[seat].includes(card));
  return { kind: "play", card: cards[0], taken };
}

export function sentence(move: Move, name: string): string {
  if (move.kind === "aside")
    return move.cards
      ? m.parade_replay_set_aside({ name, cards: listed(move.cards) })
      : m.parade_replay_chose({ name });
  const card = theCard(move.card);
  return move.taken.length
    ? m.parade_replay_took({ name, card, cards: listed(move.taken) })
    : m.parade_replay_played({ name, card });
}

const listed = (cards: ParadeCard[]) => formatList(cards.map(theCard));
