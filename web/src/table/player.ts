/** Who sits at a table, as every game draws it: made from a live table, a replay or a lesson. */

import { m } from "../messages";

export interface Player {
  name: string;
  /** The bot that plays here now; null for a person. */
  bot: string | null;
  /** Why a bot plays for a person. */
  left: "away" | "late" | "left" | "resigned" | null;
  /** Connected now; bots always are. */
  here: boolean;
  /** Not connected to this table, but on another page of the site. */
  elsewhere?: boolean;
  /** When the person must have acted, by the server's clock; null where no clock runs. */
  deadline: number | null;
  /** Plays on this device. */
  mine: boolean;
}

/** The one seat that is played on this device; null for spectators, and where several are. */
export function ownSeat(players: readonly Player[]): number | null {
  const mine = [...players.keys()].filter((seat) => players[seat].mine);
  return mine.length === 1 ? mine[0] : null;
}

/** A lesson calls the learner "You", which needs no "(you)" beside it. */
export const isCalledYou = (name: string): boolean => name.toLowerCase() === m.web_you();
