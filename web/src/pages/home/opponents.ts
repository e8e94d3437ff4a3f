/** The opponents on a cover: those of the last time that still exist. */

/** One bot of medium strength. */
export function defaultOpponents(bots: string[]): string[] {
  return bots.length ? [bots[Math.floor(bots.length / 2)]] : [];
}

/** The last opponents that are still offered, or the default. */
export function lastOpponents(bots: string[], last: unknown, most: number): string[] {
  const here = (Array.isArray(last) ? (last as string[]) : []).filter((bot) => bots.includes(bot)).slice(0, most);
  return here.length ? here : defaultOpponents(bots);
}

/** Changes the number of opponents; new ones are like the last. */
export function withCount(chosen: string[], count: number): string[] {
  return Array.from({ length: count }, (_, seat) => chosen[Math.min(seat, chosen.length - 1)]);
}
