/** What moved from one prediction to the next, so that the move can be animated. */

import type { Prediction } from "./predict";

export type Spot = "hand" | "discard" | { pile: number } | { seat: number };

export interface Motion {
  from: Spot;
  to: "hand" | "discard" | { pile: number };
}

export function motions(before: Prediction, after: Prediction): Motion[] {
  const found: Motion[] = [];
  const placers = others(before, after);
  const mine = before.discard.at(-1);
  // What our own hand and discard still have to explain once the piles have been looked at.
  let lost = before.discard.length - after.discard.length;
  for (const pile of after.tops.keys()) {
    const to = { pile };
    const rise = after.heights[pile] - before.heights[pile];
    if (rise > 0 && after.tops[pile] === before.tops[pile]) continue;
    if (rise > 0 && lost > 0 && mine && after.tops[pile] === mine) {
      found.push({ from: "discard", to });
      lost -= 1;
    } else if (rise > 0 && placers.length) found.push({ from: { seat: placers.shift()! }, to });
    else if (rise < 0 && lost < 0) {
      found.push({ from: to, to: "discard" });
      lost += 1;
    }
  }
  if (after.seat === null || before.seat !== after.seat) return found;
  const drawn = before.hands[after.seat] - after.hands[after.seat];
  if (drawn > 0 && lost < 0) found.push({ from: "hand", to: "discard" });
  if (drawn < 0 && lost > 0) found.push({ from: "discard", to: "hand" });
  return found;
}

/** The other seats whose discard lost its top to a pile: what went back to the hand made that larger. */
function others(before: Prediction, after: Prediction): number[] {
  return [...after.discards.keys()].filter(
    (seat) =>
      seat !== after.seat &&
      before.discards[seat] - after.discards[seat] === 1 &&
      before.hands[seat] === after.hands[seat],
  );
}
