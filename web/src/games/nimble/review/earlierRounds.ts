/** One's own rounds before this one, as the server keeps their figures, to compare a round with. */

import type { RhythmFigures } from "./report";

/** The names of the figures that can be compared. */
export type FigureName = keyof RhythmFigures;

/** What was reviewed by another version may lack some of the figures. */
export interface EarlierRound {
  game: string;
  ended: number;
  figures: Partial<Record<FigureName, number | null>>;
}

/** The median of a figure over the rounds in which it is known. */
export const earlierMedian = (rounds: readonly EarlierRound[], name: FigureName): number | null =>
  median(rounds.map(({ figures }) => figures[name]).filter((one) => typeof one === "number"));

export function median(values: readonly number[]): number | null {
  const sorted = values.filter(Number.isFinite).sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  if (!sorted.length) return null;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
