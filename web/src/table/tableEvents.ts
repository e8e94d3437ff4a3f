/** What has happened around a table, in words, for those who hear it. What happens in the game its own table tells. */

import type { SeatView, TableView } from "../net/wire";
import { m } from "../messages";
import { hasBegun, seatName } from "./seats";

export function tableEvents(before: TableView, after: TableView, me: string | null): string[] {
  const lines: string[] = [];
  if (hasBegun(before, after)) lines.push(m.tablepage_begins());
  // Seats are numbered anew when a game begins without some of them.
  if (before.seats.length !== after.seats.length) return lines;
  for (const [seat, now] of after.seats.entries()) {
    const was = before.seats[seat];
    if (was.person !== now.person || was.kind !== now.kind) {
      if (was.person && was.person !== me) lines.push(m.tablepage_stood_up({ name: was.name }));
      const somebody = now.kind === "bot" || (now.person && now.person !== me);
      if (somebody) lines.push(m.tablepage_sat_down({ name: seatName(after.seats, seat) }));
    } else if (now.person && now.person !== me) {
      if (was.left !== now.left && after.phase === "playing") lines.push(ofLeaving(now.left, now.name));
      if (now.ready && !was.ready && after.phase === "over") lines.push(m.tablepage_wants_more({ name: now.name }));
      if (now.ready && !was.ready && after.phase === "gathering") lines.push(m.tablepage_is_ready({ name: now.name }));
    }
  }
  return lines;
}

function ofLeaving(left: SeatView["left"], name: string): string {
  if (left === "resigned") return m.tablepage_gave_up({ name });
  return left ? m.tablepage_bot_for({ name }) : m.tablepage_came_back({ name });
}
