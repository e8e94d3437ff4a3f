/** The table as a stage: who stands where, and what flies from where to where. */

import { flyFrom, turnOver } from "./cardAnimations";
import type { Motion, Spot } from "./motions";

export function zone(root: HTMLElement, where: Spot): HTMLElement | null {
  if (typeof where === "string") return root.querySelector<HTMLElement>(`[data-zone="${where}"]`);
  return root.querySelector<HTMLElement>(
    "pile" in where ? `[data-pile="${where.pile}"]` : `[data-seat="${where.seat}"]`,
  );
}

/** The card that lies there. */
const spot = (root: HTMLElement, where: Spot) => zone(root, where)?.querySelector<HTMLElement>("[data-spot]");

/** ``from``: where the card of our discard was let go, if it was dragged. */
export function animateMotions(root: HTMLElement, moved: Motion[], from: DOMRect | null): void {
  for (const motion of moved) {
    const target = spot(root, motion.to);
    const source = spot(root, motion.from);
    if (!target || !source) continue;
    flyFrom(target, motion.from === "discard" && from ? from : source.getBoundingClientRect());
    const card = target.querySelector<HTMLElement>("[data-turns]");
    if (!card) continue;
    if (motion.to === "hand") turnOver(card, "face");
    // A face that is not known yet is turned up when it comes.
    else if (motion.from === "hand" && !card.classList.contains("down")) turnOver(card, "back");
  }
}
