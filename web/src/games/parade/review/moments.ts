/** The decisions of a review, at the steps of the replay. */

import type { ParadeCard, ReplayStep } from "../../../net/wire";
import { COLOURS } from "../cards";
import { MARKS, type Decision, type Mark, type ParadeReport } from "./report";

/** Which decisions are listed: all that cost something, or those with at least this mark. */
export type Size = "all" | Mark;

/**
 * How many steps lie before a decision. The last choices are made at the same time: at a table they come in any order,
 * in the review in turn order.
 */
export function stepBefore(decision: Decision, steps: readonly Pick<ReplayStep, "by">[]): number {
  if (typeof decision.played === "string") return decision.ply - 1;
  const place = steps.findIndex(({ by }) => by.seat === decision.seat && !by.action?.startsWith("play"));
  return place < 0 ? decision.ply - 1 : place;
}

/** The decision that is taken at a step; null at the end. */
export function decisionAt(report: ParadeReport, steps: readonly Pick<ReplayStep, "by">[], number: number) {
  return report.decisions.find((decision) => stepBefore(decision, steps) === number) ?? null;
}

/** What an error must cost to have a mark: the bounds of docs/review.md, less where the win is shared by more players. */
const LEAST: Record<Mark, number> = { doubtful: 0.01, mistake: 0.03, blunder: 0.06 };
export const leastOf = (mark: Mark, players: number): number => (LEAST[mark] * 2) / players;

const isAtLeast = (mark: Mark | null, size: Size) =>
  size === "all" || (mark !== null && MARKS.indexOf(mark) >= MARKS.indexOf(size));

/** The decisions that cost something, the dearest first; ``seat``: of one player. */
export function costly(report: ParadeReport, size: Size, seat: number | null): Decision[] {
  return report.decisions
    .filter((one) => one.error > 0 && isAtLeast(one.mark, size) && (seat === null || one.seat === seat))
    .sort((one, other) => other.error - one.error || one.ply - other.ply);
}

/** What somebody can learn from: their marked decisions, in order of the game. */
export function lessons(report: ParadeReport, seat: number): Decision[] {
  return report.decisions.filter((one) => one.seat === seat && one.mark !== null);
}

export function isRight(decision: Decision, action: string): boolean {
  const wanted = keyOf(cardsOf(action));
  return decision.moves.some(({ move, right }) => right && keyOf([move].flat()) === wanted);
}

/** The cards of an action: ``play R3``, ``discard R3 B7``. */
export const cardsOf = (action: string): ParadeCard[] => action.split(" ").slice(1) as ParadeCard[];

/** Two cards are set aside in any order. */
export const keyOf = (cards: readonly ParadeCard[]): string => [...cards].sort().join(" ");

/** All cards, colour by colour. */
export const DECK: readonly ParadeCard[] = COLOURS.flatMap((colour) =>
  Array.from({ length: 11 }, (_, value) => `${colour}${value}` as ParadeCard),
);

/** The chance that a seat (null: the pile) holds a card; null for a card that the mover could see. */
export function chanceOf(decision: Decision, card: ParadeCard, seat: number | null): number | null {
  const chances = decision.unseen[card];
  if (!chances) return null;
  return seat === null ? Math.max(0, 1 - chances.reduce((sum, one) => sum + one, 0)) : chances[seat];
}

/** The bars' axis: from nothing where that shows the differences, else from shortly below the least. */
export function axisOf(decision: Pick<Decision, "moves">): { from: number; to: number } {
  const lows = decision.moves.map(({ win, win_se }) => win - 2 * win_se);
  const highs = decision.moves.map(({ win, win_se }) => win + 2 * win_se);
  const [low, high] = [Math.max(0, Math.min(...lows)), Math.min(1, Math.max(...highs))];
  const room = Math.max(high - low, 0.02);
  if (low - room < 0) return { from: 0, to: Math.min(1, high + room * 0.05) };
  return { from: low - room * 0.25, to: Math.min(1, high + room * 0.08) };
}
