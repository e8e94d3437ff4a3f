/** Who sits at a table, and for whom it waits: read from a face. */

import { botName } from "../lib/names";
import type { Sitter } from "../lib/sitters";
import type { TableView, Present, SeatView } from "../lib/wire";

/** What a seat is called. Bots have a name in every language; the second of a kind is told apart by a number. */
export function nameAt(seats: SeatView[], number: number): string {
  const { kind, name, bot } = seats[number];
  if (kind !== "bot" || !bot) return name;
  const twins = seats.filter((seat) => seat.kind === "bot" && seat.bot === bot);
  return twins.length > 1 ? `${botName(bot)} ${twins.indexOf(seats[number]) + 1}` : botName(bot);
}

export function sitters(face: TableView, present: Pick<Present, "seats">, me: string | null): Sitter[] {
  return face.seats.map((seat, number) => {
    const mine = seat.person !== null && seat.person === me;
    return {
      name: nameAt(face.seats, number),
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
export function seatsOf(face: TableView, person: string | null | undefined): number[] {
  if (!person) return [];
  return [...face.seats.keys()].filter((number) => {
    const seat = face.seats[number];
    return seat.person === person && !(face.phase === "playing" && seat.left === "resigned");
  });
}

/** The seats whose turn it is; none where everybody acts at once. */
export function turnsOf(face: TableView): number[] {
  if (face.phase !== "playing" || face.game !== "parade" || !face.view) return [];
  const { turn, phase, chosen } = face.view;
  if (phase === "discard") return [...chosen.keys()].filter((seat) => !chosen[seat]);
  return turn === null ? [] : [turn];
}

/** The same face, with the bots among the players called as the reader's language calls them. */
export function named(face: TableView): TableView {
  if (!face.view || face.view.players.length !== face.seats.length || !face.seats.some(({ kind }) => kind === "bot"))
    return face;
  const players = face.view.players.map((name, seat) =>
    face.seats[seat].kind === "bot" ? nameAt(face.seats, seat) : name,
  );
  return { ...face, view: { ...face.view, players } } as TableView;
}

/** Whether somebody could sit down now. */
export function hasFreeSeat(face: TableView, kind: "open" | "reserved" = "open"): boolean {
  return face.phase !== "playing" && face.phase !== "closed" && face.seats.some((seat) => seat.kind === kind);
}
