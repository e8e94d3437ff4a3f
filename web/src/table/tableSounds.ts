/** What is heard of a table besides the game itself, for those who do not see it happen. */

import type { SoundName } from "../app/sounds";
import type { TableView } from "../net/wire";
import { hasBegun } from "./seats";

/** The most important of what has happened between the two; null for nothing. */
export function tableSound(before: TableView, after: TableView, me: string | null): SoundName | null {
  if (hasBegun(before, after)) return "begin";
  // Seats are numbered anew when a game begins without some of them.
  if (before.seats.length !== after.seats.length) return null;
  const seats = after.seats.map((now, seat) => ({ was: before.seats[seat], now }));
  if (after.phase === "playing" && seats.some(({ was, now }) => now.left && !was.left)) return "away";
  const others = seats.filter(({ was, now }) => was.person !== now.person && now.person !== me && was.person !== me);
  const ready = seats.some(({ was, now }) => now.ready && !was.ready && now.person !== me);
  if (ready || others.some(({ now }) => now.person)) return "sit";
  return others.some(({ was }) => was.person) ? "away" : null;
}
