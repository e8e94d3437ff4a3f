/** Who shall sit where, while a table is being laid. */

import type { NewSeat } from "../../net/wire";

/** A friend who has the link, whoever comes, a person at this device, or a bot by its name. */
export type SeatOption = "friend" | "anyone" | "here" | { bot: string };

export const isBot = (guest: SeatOption): guest is { bot: string } => typeof guest === "object";

/** As text, for the value of a list. */
export const seatOptionText = (guest: SeatOption): string => (isBot(guest) ? `bot:${guest.bot}` : guest);

export function parseSeatOption(text: string): SeatOption {
  return text.startsWith("bot:") ? { bot: text.slice(4) } : (text as "friend" | "anyone" | "here");
}

export function newSeat(guest: SeatOption, name?: string): NewSeat {
  if (isBot(guest)) return { kind: "bot", bot: guest.bot };
  if (guest === "here") return { kind: "me", name: name?.trim() || null };
  return { kind: guest === "friend" ? "reserved" : "open" };
}

/** Strangers find a table only where a place is kept for them. */
export const isPublic = (guests: SeatOption[]): boolean => guests.includes("anyone");

/** So many of them: newcomers are like ``fresh``, and the last go first. */
export function resized<Item>(items: Item[], count: number, fresh: (place: number) => Item): Item[] {
  return Array.from({ length: count }, (_, place) => items[place] ?? fresh(place));
}
