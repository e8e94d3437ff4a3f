/** Who sits where at a new table. */

import { plainBot } from "../../games/botOptions";
import type { NewSeat } from "../../net/wire";

/** A friend with the link, anyone, a person on this device, or a bot. */
export type Occupant = "friend" | "anyone" | "here" | { bot: string };

export const isBot = (occupant: Occupant): occupant is { bot: string } => typeof occupant === "object";

/** As the value of a select; the level of a bot is chosen beside it. */
export const occupantText = (occupant: Occupant): string =>
  isBot(occupant) ? `bot:${plainBot(occupant.bot)}` : occupant;

export function parseOccupant(text: string): Occupant {
  return text.startsWith("bot:") ? { bot: text.slice(4) } : (text as "friend" | "anyone" | "here");
}

export function newSeat(occupant: Occupant, name?: string): NewSeat {
  if (isBot(occupant)) return { kind: "bot", bot: occupant.bot };
  if (occupant === "here") return { kind: "me", name: name?.trim() || null };
  return { kind: occupant === "friend" ? "reserved" : "open" };
}

/** A table is public where a seat is open to anyone. */
export const isPublic = (occupants: Occupant[]): boolean => occupants.includes("anyone");

/** Only people play rated games. */
export const isRatable = (occupants: Occupant[]): boolean => !occupants.some(isBot);

/** Friends play for fun; an account that looks for opponents plays for its rating. */
export const isUsuallyRated = (occupants: Occupant[], account: boolean): boolean =>
  account && isPublic(occupants) && isRatable(occupants);

/** Grows with ``fresh``, or drops from the end. */
export function resized<Item>(items: Item[], count: number, fresh: (place: number) => Item): Item[] {
  return Array.from({ length: count }, (_, place) => items[place] ?? fresh(place));
}
