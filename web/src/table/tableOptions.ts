/** The options of a table in sentences. */

import { kitOf } from "../games";
import { gameInfo } from "../games/catalogue.svelte";
import { m } from "../messages";
import type { Face, Pace } from "../net/wire";

export function optionTexts(face: Face): string[] {
  const time = gameInfo(face.game)?.live ? m.room_time_limit_live() : timeLimitText(face.pace);
  const kit = kitOf(face.game);
  const options = kit ? (kit.optionSentences?.(face.options) ?? []) : plainTexts(face.options);
  return [time, ...options];
}

/** Options of a game without sentences of its own, under their plain names. */
function plainTexts(options: object): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === false ? [] : [value === true ? name : `${name}: ${value}`],
  );
}

function timeLimitText({ kind, limit }: Pace): string {
  if (kind === "days") return m.room_time_limit_days({ count: limit });
  if (kind === "none") return m.room_time_limit_none();
  return limit % 60 ? m.room_time_limit_seconds({ count: limit }) : m.room_time_limit_minutes({ count: limit / 60 });
}
