/** What the server's explanation says about a card of the hand. */

import type { ParadeCard, ParadeExplanation } from "../../net/wire";

export type Fate = "safe" | "kept" | "taken";
export type Reason = "colour" | "value" | "both";

export interface CardFate {
  card: ParadeCard;
  fate: Fate;
  reason: Reason | null;
}

/** The fate of every card of the line, front first; null where the explanation is of another line. */
export function cardFates(
  explanation: ParadeExplanation | null,
  card: ParadeCard | null,
  line: readonly ParadeCard[],
): CardFate[] | null {
  const fates = card && explanation?.cards?.[card];
  if (!fates || fates.length !== line.length) return null;
  return fates.map(([fate, reason], place) => ({ card: line[place], fate, reason }));
}

export const takenCards = (fates: readonly CardFate[]): CardFate[] => fates.filter(({ fate }) => fate === "taken");

/** The explanation has each pair in one order only. */
export function whatIf(explanation: ParadeExplanation | null, aside: readonly ParadeCard[]) {
  if (aside.length !== 2) return null;
  const [one, other] = aside;
  return explanation?.aside?.[`discard ${one} ${other}`] ?? explanation?.aside?.[`discard ${other} ${one}`] ?? null;
}
