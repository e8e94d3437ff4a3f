/** Kind words for whoever does something else than what is asked. */

import type { GameName } from "../games/catalogue.svelte";
import { cardName, colourName } from "../games/names";
import { m } from "../messages";
import type { ActionTask, OtherAction } from "./script";

export function correction(game: GameName, asked: ActionTask, { taken, frame }: OtherAction, ask: string): string {
  if (frame !== undefined) return m.lesson_misfit({ colour: colourName(frame) });
  if (taken === undefined) return m.lesson_not_now({ ask });
  if (asked.find) return m.lesson_find({ count: taken });
  const card = cardName(game, Object.keys(asked.wanted)[0].replace("play ", ""));
  return taken ? m.lesson_try({ count: taken, card }) : m.lesson_try_nothing({ card });
}
