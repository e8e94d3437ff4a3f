/** What moved from one prediction to the next, so that the move can be animated. */

import type { By } from "../../net/wire";
import type { Prediction } from "./predict";

export type Spot = "hand" | "discard" | { pile: number } | { seat: number };

export interface Motion {
  from: Spot;
  to: "hand" | "discard" | { pile: number };
}

/** ``actions``: what has been done since, by anybody. */
export function motions(before: Prediction, after: Prediction, actions: readonly By[]): Motion[] {
  const found: Motion[] = [];
  const mine = before.discard.at(-1);
  // How many cards our discard has lost, less those found on piles.
  let lost = before.discard.length - after.discard.length;
  for (const pile of after.tops.keys()) {
    const to = { pile };
    const rise = after.heights[pile] - before.heights[pile];
    if (rise > 0 && after.tops[pile] === before.tops[pile]) continue;
    if (rise > 0 && lost > 0 && mine && after.tops[pile] === mine) {
      found.push({ from: "discard", to });
      lost -= 1;
    } else if (rise > 0) {
      const placer = actions.findLast(({ seat, action }) => seat !== after.seat && isPlacement(action, pile));
      if (placer) found.push({ from: { seat: placer.seat }, to });
    } else if (rise < 0 && lost < 0) {
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

/** A placement is ``place PILE on CARD``. */
function isPlacement(action: string | null, pile: number): boolean {
  return action?.startsWith(`place ${pile} `) ?? false;
}

export interface Placement {
  seat: number;
  pile: number;
}

/** What the others have placed. */
export function placements(moved: readonly Motion[]): Placement[] {
  return moved.flatMap(({ from, to }) =>
    typeof from === "object" && "seat" in from && typeof to === "object" ? [{ seat: from.seat, pile: to.pile }] : [],
  );
}
