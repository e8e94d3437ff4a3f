/** Cards seen moving: what has arrived comes from where it was. A new animation replaces the last. */

import { motionDuration } from "../../app/settings.svelte";

const FLIGHT_MS = 170;
const EASING = "cubic-bezier(0.2, 0.75, 0.3, 1)";

export function flyFrom(card: HTMLElement, from: DOMRect): void {
  stop(card);
  const to = card.getBoundingClientRect();
  const duration = motionDuration(FLIGHT_MS);
  if (!duration || !to.width || !from.width) return;
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  card.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})`, zIndex: 20 },
      { transform: "none", zIndex: 20 },
    ],
    { duration, easing: EASING },
  );
}

/** Turns a card over while it moves: from its back or from its front. */
export function turnOver(card: HTMLElement, from: "back" | "face"): void {
  stop(card);
  const duration = motionDuration(FLIGHT_MS);
  if (!duration) return;
  const start = from === "back" ? 180 : 0;
  card.animate([{ transform: `rotateY(${start}deg)` }, { transform: `rotateY(${180 - start}deg)` }], {
    duration,
    easing: EASING,
  });
}

/** Shakes an element: the action was refused. */
export function shake(thing: HTMLElement): void {
  const duration = motionDuration(260);
  if (!duration) return;
  const steps = [0, -6, 6, -4, 4, 0].map((x) => ({ translate: `${x}px 0` }));
  thing.animate(steps, { duration });
}

function stop(card: HTMLElement): void {
  for (const motion of card.getAnimations()) motion.cancel();
}
