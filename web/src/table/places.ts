/** Who came where, in sentences. */

import { formatList } from "../app/format";
import { settings } from "../app/settings.svelte";
import { gameTitle } from "../games/catalogue.svelte";
import { m } from "../messages";
import type { StandingView } from "../net/wire";

/** By the ordinal forms that a language has. */
const ORDINALS: Partial<Record<Intl.LDMLPluralRule, typeof m.place_ordinal_other>> = {
  one: m.place_ordinal_one,
  two: m.place_ordinal_two,
  few: m.place_ordinal_few,
};

type Places = readonly Pick<StandingView, "place">[];

/** One's own place; that somebody has won is told in the game's own words. */
export function placeSentence(standings: Places, names: readonly string[], seat: number): string {
  const { place } = standings[seat];
  if (place === 1) return m.place_won();
  const level = names.filter((_, other) => other !== seat && standings[other].place === place);
  const told = { place: formatOrdinal(place), count: standings.length };
  return level.length ? m.place_shared({ ...told, names: formatList(level) }) : m.place_own(told);
}

/** How a game ended, for others to read; empty where that is not known. */
export function resultText(game: string, names: readonly string[], standings: Places | null): string {
  if (!standings?.length) return "";
  const won = (first: boolean) => formatList(names.filter((_, seat) => (standings[seat].place === 1) === first));
  const several = standings.filter(({ place }) => place === 1).length > 1;
  const told = { game: gameTitle(game), winners: won(true), names: won(false) };
  if (several) return m.share_result_shared(told);
  return told.names ? m.share_result_won(told) : m.share_result_alone(told);
}

/** 3rd */
function formatOrdinal(number: number): string {
  const form = new Intl.PluralRules(settings.language, { type: "ordinal" }).select(number);
  return (ORDINALS[form] ?? m.place_ordinal_other)({ number });
}

/** Seats by place, the best first; of those who share a place, the first seat first. */
export function byPlace(standings: Places): number[] {
  return [...standings.keys()].sort((one, other) => standings[one].place - standings[other].place);
}
