/** The options of a table in sentences. */

import { kitOf } from "../games";
import { gameInfo } from "../games/catalogue.svelte";
import { m } from "../messages";
import type { TableView, TimeLimit } from "../net/wire";

export function optionTexts(table: TableView): string[] {
  const time = gameInfo(table.game)?.live ? m.room_time_limit_live() : timeLimitText(table.time_limit);
  const kit = kitOf(table.game);
  const options = kit ? (kit.optionSentences?.(table.options) ?? []) : plainTexts(table.options);
  const practice = [...(table.hints ? [m.hints_on()] : []), ...(table.what_if ? [m.hints_what_if()] : [])];
  return [table.rated ? m.rated_yes_about() : m.rated_no_about(), time, ...options, ...practice];
}

/** Options of a game without sentences of its own, under their plain names. */
function plainTexts(options: object): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === false ? [] : [value === true ? name : `${name}: ${value}`],
  );
}

function timeLimitText({ unit, amount }: TimeLimit): string {
  if (unit === "days") return m.room_time_limit_days({ count: amount });
  if (unit === "none") return m.room_time_limit_none();
  return amount % 60 ? m.room_time_limit_seconds({ count: amount }) : m.room_time_limit_minutes({ count: amount / 60 });
}
