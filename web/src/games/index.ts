/** Every game that has a picture of its own; all others get the plain table. */

import type { GameKit, GameName } from "./kit";
import nimble from "./nimble/kit";
import parade from "./parade/kit";

/** In the order in which they are offered. */
const KITS: Record<GameName, GameKit> = {
  parade,
  nimble,
};

export const kitNames: readonly string[] = Object.keys(KITS);

/** Null for a game that has none. */
export function kitOf(game: string): GameKit | null {
  return Object.hasOwn(KITS, game) ? KITS[game as GameName] : null;
}
