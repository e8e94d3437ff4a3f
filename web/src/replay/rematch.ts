/** Another game of those who played this one: at their table, or against the same bots. */

import { me } from "../app/me.svelte";
import { navigate } from "../app/router.svelte";
import { api } from "../net/api";
import type { RecordedGame } from "./source";

/** Null for somebody who did not play it, or who cannot ask the others any more. */
export function rematch({ game, players, table }: RecordedGame): (() => Promise<void>) | null {
  const mine = me.person?.id;
  if (!mine || !players.some(({ person }) => person === mine)) return null;
  if (table) return async () => navigate(`/t/${table}?again=1`);
  const others = players.filter(({ person }) => person !== mine);
  const bots = others.flatMap(({ bot, person }) => (bot && !person ? [bot] : []));
  if (!bots.length || bots.length < others.length) return null;
  return async () => navigate(`/t/${(await api.playNow({ game, bots, options: {} })).id}`);
}
