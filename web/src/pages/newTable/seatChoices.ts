/** Who sits where at a new table. */

import type { NewSeat } from "../../net/wire";

/** A friend with the link, anyone, a person on this device, or a bot. */
export type SeatOption = "friend" | "anyone" | "here" | { bot: string };

export const isBot = (guest: SeatOption): guest is { bot: string } => typeof guest === "object";

/** As the value of a select. */
export const seatOptionText = (guest: SeatOption): string => (isBot(guest) ? `bot:${guest.bot}` : guest);

export function parseSeatOption(text: string): SeatOption {
  return text.startsWith("bot:") ? { bot: text.slice(4) } : (text as "friend" | "anyone" | "here");
}

export function newSeat(guest: SeatOption, name?: string): NewSeat {
  if (isBot(guest)) return { kind: "bot", bot: guest.bot };
  if (guest === "here") return { kind: "me", name: name?.trim() || null };
  return { kind: guest === "friend" ? "reserved" : "open" };
}

/** A table is public where a seat is open to anyone. */
export const isPublic = (guests: SeatOption[]): boolean => guests.includes("anyone");

/** Grows with ``fresh``, or drops from the end. */
export function resized<Item>(items: Item[], count: number, fresh: (place: number) => Item): Item[] {
  return Array.from({ length: count }, (_, place) => items[place] ?? fresh(place));
}
