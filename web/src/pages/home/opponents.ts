/** Whom we play against: remembered from the last time, and checked against the bots there are today. */

/** One of medium strength, where nobody has been chosen yet. */
export function defaultOpponents(bots: string[]): string[] {
  return bots.length ? [bots[Math.floor(bots.length / 2)]] : [];
}

/** Those of last time that are still here; else the usual one. */
export function lastOpponents(bots: string[], last: unknown, most: number): string[] {
  const here = (Array.isArray(last) ? (last as string[]) : []).filter((bot) => bots.includes(bot)).slice(0, most);
  return here.length ? here : defaultOpponents(bots);
}

/** So many of them: whoever joins is like the last one. */
export function withCount(chosen: string[], count: number): string[] {
  return Array.from({ length: count }, (_, seat) => chosen[Math.min(seat, chosen.length - 1)]);
}
