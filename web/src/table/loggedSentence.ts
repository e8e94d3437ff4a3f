/** A move of the log in words. */

import { substituteName } from "../games/bots";
import type { LoggedMove } from "./moveLog.svelte";

/** ``mine``: the seats of the viewer. One who plays alone on a device is called "you". */
export function loggedSentence({ seat, bot, sentence }: LoggedMove, names: string[], mine: readonly number[]): string {
  const you = mine.length === 1 ? mine[0] : null;
  return bot ? sentence(names.with(seat, substituteName(bot, names[seat], seat === you)), null) : sentence(names, you);
}
