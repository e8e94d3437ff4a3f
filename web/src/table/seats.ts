/** Who sits at a table, and for whom it waits: read from a face. */

import { botName } from "../games/bots";
import type { Player } from "./player";
import type { Face, Present, SeatFace } from "../net/wire";

/** What a seat is called. Bots have a name in every language; the second of a kind is told apart by a number. */
export function seatName(seats: SeatFace[], number: number): string {
  const { kind, name, bot } = seats[number];
  if (kind !== "bot" || !bot) return name;
  const twins = seats.filter((seat) => seat.kind === "bot" && seat.bot === bot);
  return twins.length > 1 ? `${botName(bot)} ${twins.indexOf(seats[number]) + 1}` : botName(bot);
}

export function playersOf(face: Face, present: Pick<Present, "seats">, me: string | null): Player[] {
  return face.seats.map((seat, number) => {
    const mine = seat.person !== null && seat.person === me;
    return {
      name: seatName(face.seats, number),
      bot: seat.bot,
      left: seat.left,
      // Where one device goes round, only one of its seats is connected at a time.
      here: seat.kind === "bot" || mine || present.seats.includes(number),
      deadline: seat.deadline,
      mine,
    };
  });
}

/** The seats that this person may play: all but those given up in the game that is on. */
export function ownSeats(face: Face, person: string | null | undefined): number[] {
  if (!person) return [];
  return [...face.seats.keys()].filter((number) => {
    const seat = face.seats[number];
    return seat.person === person && !(face.phase === "playing" && seat.left === "resigned");
  });
}

/** The own seats for which the table waits, and which nobody else plays meanwhile. */
export function ownTurns(face: Face, mine: number[]): number[] {
  return face.phase === "playing" ? face.waiting.filter((seat) => mine.includes(seat) && !face.seats[seat].left) : [];
}

/** Whether other people play at this table. */
export function hasOthers(face: Face, mine: number[]): boolean {
  return face.seats.some((seat, number) => seat.kind === "person" && !seat.left && !mine.includes(number));
}

/** Whether a game has begun between the two. */
export function hasBegun(before: Face, after: Face): boolean {
  return after.phase === "playing" && (before.phase !== "playing" || before.number !== after.number);
}

/** Whether somebody could sit down now. */
export function hasFreeSeat(face: Face, kind: "open" | "reserved" = "open"): boolean {
  return face.phase !== "playing" && face.phase !== "closed" && face.seats.some((seat) => seat.kind === kind);
}
