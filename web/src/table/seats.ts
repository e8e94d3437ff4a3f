/** Who sits at a table, and for whom it waits: read from a table. */

import { seatedNames } from "../games/bots";
import type { Player } from "./player";
import type { TableView, Present, SeatView } from "../net/wire";

/** What a seat is called. Bots have a name in every language; the second of a kind is told apart by a number. */
export function seatName(seats: SeatView[], number: number): string {
  return seatedNames(seats.map(({ kind, name, bot }) => ({ name, bot: kind === "bot" ? bot : null })))[number];
}

/** What a player is called in the game's own view; undefined where the view names nobody. */
function nameInGame(table: TableView, seat: number): string | undefined {
  return (table.view as { players?: string[] } | null)?.players?.[seat];
}

export function playersOf(
  table: TableView,
  present: Pick<Present, "seats"> & Partial<Present>,
  me: string | null,
): Player[] {
  return table.seats.map((seat, number) => {
    const mine = seat.person !== null && seat.person === me;
    return {
      // Whoever has left since the end of a game is still named in its result.
      name: seatName(table.seats, number) || (table.phase === "over" && nameInGame(table, number)) || "",
      bot: seat.bot,
      left: seat.left,
      // Of several seats on one device only one is connected at a time.
      here: seat.kind === "bot" || mine || present.seats.includes(number),
      elsewhere: !present.seats.includes(number) && !!present.online?.includes(number),
      deadline: seat.deadline,
      mine,
    };
  });
}

/** The seats that this person may play: all but those resigned in the current game. */
export function ownSeats(table: TableView, person: string | null | undefined): number[] {
  if (!person) return [];
  return [...table.seats.keys()].filter((number) => {
    const seat = table.seats[number];
    return seat.person === person && !(table.phase === "playing" && seat.left === "resigned");
  });
}

/** The own seats for which the table waits, except those a bot plays. */
export function ownTurns(table: TableView, mine: number[]): number[] {
  return table.phase === "playing"
    ? table.waiting.filter((seat) => mine.includes(seat) && !table.seats[seat].left)
    : [];
}

/** Whether other people play at this table. */
export function hasOthers(table: TableView, mine: number[]): boolean {
  return table.seats.some((seat, number) => seat.kind === "person" && !seat.left && !mine.includes(number));
}

/** Whether a game has begun between the two. */
export function hasBegun(before: TableView, after: TableView): boolean {
  return after.phase === "playing" && (before.phase !== "playing" || before.number !== after.number);
}

/** Whether somebody could sit down now. */
export function hasFreeSeat(table: TableView, kind: "open" | "reserved" = "open"): boolean {
  return table.phase !== "playing" && table.phase !== "closed" && table.seats.some((seat) => seat.kind === kind);
}
