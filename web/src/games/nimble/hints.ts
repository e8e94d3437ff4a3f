/** What helps in the first rounds: one thing at a time, when it matters. */

import type { Prediction } from "./predict";

export type Hint = "flip" | "fit" | "back" | "turn" | "errors" | "assist";

/** What somebody has done so far in this round. */
export interface Tried {
  flipped: number;
  placed: number;
}

export function hint(predicted: Prediction, tried: Tried, assist: boolean): Hint | null {
  if (predicted.seat === null) return null;
  if (!predicted.hands[predicted.seat] && predicted.discard.length) return "turn";
  if (!tried.flipped) return "flip";
  if (!tried.placed) return tried.flipped < 4 ? "fit" : "back";
  if (tried.placed < 4) return assist ? "assist" : "errors";
  return tried.placed < 8 ? "back" : null;
}
