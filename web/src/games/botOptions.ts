/** The options that a bot's name carries after a colon: `alice:level=3`. */

import type { BotInfo } from "../net/wire";
import { catalogue } from "./catalogue.svelte";

const SEPARATOR = ":";
const LEVEL = "level";

/** A bot's name without its options. */
export function plainBot(bot: string): string {
  return bot.split(SEPARATOR, 1)[0];
}

/** Each option of a bot's name, and what stands behind "=" (empty without one). */
export function optionsOf(bot: string): [name: string, value: string][] {
  return bot
    .split(SEPARATOR)
    .slice(1)
    .map((part) => {
      const [name, ...value] = part.split("=");
      return [name, value.join("=")];
    });
}

/** What the server says about a bot, where it is one of those it offers. */
export function offeredBot(bot: string): BotInfo | undefined {
  return catalogue.games.flatMap(({ bots }) => bots).find((one) => one.bot === plainBot(bot));
}

/** The levels at which a bot can be asked to play, and the one without a word; undefined where it plays one way only. */
export function levelsOf(bot: string): { low: number; high: number; usual: number } | undefined {
  const option = offeredBot(bot)?.options.find(({ name, low }) => name === LEVEL && low !== null);
  return option && { low: option.low!, high: option.high!, usual: option.default! };
}

/** The level in a bot's name; the usual one where it names none that there is. */
export function levelOf(bot: string): number | undefined {
  const levels = levelsOf(bot);
  const level = Number(optionsOf(bot).find(([name]) => name === LEVEL)?.[1]);
  return levels && (Number.isInteger(level) && level >= levels.low && level <= levels.high ? level : levels.usual);
}

/** The bot's name at a level; the usual one is left out. */
export function atLevel(bot: string, level: number | undefined): string {
  const plain = plainBot(bot);
  return level === undefined || level === levelsOf(bot)?.usual ? plain : `${plain}${SEPARATOR}${LEVEL}=${level}`;
}

/** One of medium strength; one whose level can be chosen does not count, as far as there are others. */
export function mediumBot(bots: string[]): string | undefined {
  const fixed = bots.filter((bot) => !levelsOf(bot));
  const some = fixed.length ? fixed : bots;
  return some[Math.floor(some.length / 2)];
}
