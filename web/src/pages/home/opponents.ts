/** The opponents on a cover: those of the last time that still exist. */

import { atLevel, levelOf, mediumBot, plainBot } from "../../games/botOptions";

/** One bot of medium strength. */
export function defaultOpponents(bots: string[]): string[] {
  const medium = mediumBot(bots);
  return medium ? [medium] : [];
}

/** The last opponents that are still offered, or the default. */
export function lastOpponents(bots: string[], last: unknown, most: number): string[] {
  const here = (Array.isArray(last) ? (last as string[]) : []).filter((bot) => bots.includes(plainBot(bot)));
  // A level that there is no longer is left out.
  const known = here.slice(0, most).map((bot) => atLevel(bot, levelOf(bot)));
  return known.length ? known : defaultOpponents(bots);
}

/** Changes the number of opponents; new ones are like the last. */
export function withCount(chosen: string[], count: number): string[] {
  return Array.from({ length: count }, (_, seat) => chosen[Math.min(seat, chosen.length - 1)]);
}
