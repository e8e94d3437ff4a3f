/** Which turn of a seat is on: what was meant for one of them must not be played in another. */

import type { TableView } from "./wire";

/** The same text as long as the table waits for the same move of this seat. Where everybody acts at once, a game is one turn. */
export function turnOf(face: TableView | null, seat: number | null): string | null {
  if (!face || seat === null) return null;
  const game = `${face.number} ${face.phase}`;
  if (!face.view || !("history" in face.view)) return game;
  const { history, phase, chosen } = face.view;
  const moves = history.filter(([who]) => who === seat).length;
  return `${game} ${phase} ${moves} ${phase === "discard" && chosen[seat]}`;
}
