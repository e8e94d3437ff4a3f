/** What the server's guide says about a card of the hand, ready to be drawn and told. */

import type { ParadeCard, ParadeExplanation } from "../lib/wire";

export type Fate = "safe" | "kept" | "taken";
export type Reason = "colour" | "value" | "both";

export interface Foreseen {
  card: ParadeCard;
  fate: Fate;
  reason: Reason | null;
}

/** The fate of every card of the line, front first; null where the guide does not speak of this line. */
export function foreseen(
  guide: ParadeExplanation | null,
  card: ParadeCard | null,
  line: readonly ParadeCard[],
): Foreseen[] | null {
  const fates = card && guide?.cards?.[card];
  if (!fates || fates.length !== line.length) return null;
  return fates.map(([fate, reason], place) => ({ card: line[place], fate, reason }));
}

export const takenOf = (seen: readonly Foreseen[]): Foreseen[] => seen.filter(({ fate }) => fate === "taken");

/** The guide names both cards in one order; a choice may come in the other. */
export function whatIf(guide: ParadeExplanation | null, aside: readonly ParadeCard[]) {
  if (aside.length !== 2) return null;
  const [one, other] = aside;
  return guide?.aside?.[`discard ${one} ${other}`] ?? guide?.aside?.[`discard ${other} ${one}`] ?? null;
}
