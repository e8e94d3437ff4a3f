/** What happened between two views of one game, in order. */

import type { ParadeCard, ParadeView, ParadeTrigger } from "../../net/wire";

export type GameEvent =
  /** ``bot``: it played for somebody who was away. */
  | { kind: "played"; seat: number; card: ParadeCard; took: ParadeCard[] | null; bot?: string | null }
  | { kind: "drew"; card: ParadeCard }
  | { kind: "last round"; trigger: ParadeTrigger }
  | { kind: "choice" }
  | { kind: "chose"; seat: number }
  | { kind: "turn"; seat: number };

/** Empty when a replay went backwards. */
export function eventsBetween(before: ParadeView, after: ParadeView): GameEvent[] {
  const known = before.history.length;
  const same = before.history.every(([seat, card], ply) => {
    const now = after.history[ply];
    return now !== undefined && now[0] === seat && now[1] === card;
  });
  if (!same || before.players.length !== after.players.length) return [];
  const moves = after.history.slice(known);
  const told: GameEvent[] = moves.map(([seat, card]) => ({
    kind: "played",
    seat,
    card: card as ParadeCard,
    took: tookIn(before, after, moves, seat),
  }));
  if (moves.some(([seat]) => seat === after.seat)) {
    const drawn = after.hand.filter((card) => !before.hand.includes(card));
    if (drawn.length === 1) told.push({ kind: "drew", card: drawn[0] });
  }
  if (after.trigger && !before.trigger) told.push({ kind: "last round", trigger: after.trigger });
  if (before.phase === "play" && after.phase === "discard") told.push({ kind: "choice" });
  if (after.phase === "discard")
    after.chosen.forEach((chosen, seat) => {
      if (chosen && !before.chosen[seat]) told.push({ kind: "chose", seat });
    });
  if (after.turn !== null && (after.turn !== before.turn || moves.length))
    told.push({ kind: "turn", seat: after.turn });
  return told;
}

/** Null where a seat has played several turns: then its cards cannot be assigned to one of them. */
function tookIn(before: ParadeView, after: ParadeView, moves: [number, string][], seat: number): ParadeCard[] | null {
  if (moves.filter(([other]) => other === seat).length !== 1 || after.phase === "over") return null;
  return after.front[seat].filter((card) => !before.front[seat].includes(card));
}

/** The same events, where these bots play for somebody, by seat. */
export function withSubstitutes(events: GameEvent[], bots: readonly (string | null)[]): GameEvent[] {
  return events.map((event) => (event.kind === "played" ? { ...event, bot: bots[event.seat] ?? null } : event));
}
