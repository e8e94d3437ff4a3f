/** Who would let a bot play for somebody who is away: read from a table. */

import type { Present, TableView } from "../net/wire";

export interface SubstituteVotes {
  /** Who is away. */
  name: string;
  /** Whether our own seat has agreed. */
  mine: boolean;
  /** The others who have agreed, and those at the table who have not, by name. */
  agreed: string[];
  missing: string[];
}

export function substituteVotes(table: TableView, present: Pick<Present, "seats">, seat: number): SubstituteVotes {
  const { name, agreed } = table.seats[seat];
  const own = table.seat === null ? null : table.seats[table.seat].person;
  const voted = new Set(agreed.map((other) => table.seats[other].person));
  // A person may have several seats; they are asked once.
  const people = new Map(
    table.seats.filter(({ person, left }) => person && !left).map(({ person, name }) => [person!, name]),
  );
  const here = new Set(present.seats.map((other) => table.seats[other]?.person));
  const others = [...people.keys()].filter((person) => person !== own && person !== table.seats[seat].person);
  return {
    name,
    mine: own !== null && voted.has(own),
    agreed: others.filter((person) => voted.has(person)).map((person) => people.get(person)!),
    missing: others.filter((person) => !voted.has(person) && here.has(person)).map((person) => people.get(person)!),
  };
}

/** The seats for which this table's person may let a bot play now. */
export function replaceableSeats(table: TableView | null, present: Pick<Present, "away">): number[] {
  if (table?.phase !== "playing" || table.seat === null || table.seats[table.seat]?.left) return [];
  return present.away.filter((seat) => table.seats[seat] && !table.seats[seat].left);
}
