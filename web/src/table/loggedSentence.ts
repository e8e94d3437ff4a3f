/** A move of the log in words. */

import { botName } from "../games/bots";
import { m } from "../messages";
import type { LoggedMove } from "./moveLog.svelte";

/** ``mine``: the seats of the viewer. One who plays alone on a device is called "you". */
export function loggedSentence({ seat, bot, sentence }: LoggedMove, names: string[], mine: readonly number[]): string {
  const you = mine.length === 1 ? mine[0] : null;
  if (!bot) return sentence(names, you);
  const played = botName(bot);
  const named = seat === you ? m.log_bot_for_you({ bot: played }) : m.log_bot_for({ bot: played, name: names[seat] });
  return sentence(names.with(seat, named), null);
}
