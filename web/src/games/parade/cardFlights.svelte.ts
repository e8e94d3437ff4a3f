/**
 * FLIP animation across containers: a card may move from the
 * hand to the line, from the line to whoever takes it, or from the pile to the hand, and the line closes up behind it.
 * A card that is still moving continues from where it is drawn. Only transforms change: there is no layout work.
 */

import { untrack } from "svelte";
import { motionDuration } from "../../app/settings.svelte";

type Places = Record<string, DOMRect>;

const running = new WeakMap<Element, Animation>();

const all = (table: HTMLElement) => table.querySelectorAll<HTMLElement>("[data-card]");

/** Where every card is drawn now; called before the DOM changes. */
function places(table: HTMLElement | undefined): Places {
  const found: Places = {};
  if (table && motionDuration(1))
    for (const card of all(table)) found[card.dataset.card!] = card.getBoundingClientRect();
  return found;
}

/** Animates every card that has moved. ``played``: who played the newest card of the line, if it is new. */
function fly(table: HTMLElement, before: Places, played: number | null): void {
  if (!Object.keys(before).length || !motionDuration(1)) return;
  const cards = [...all(table)];
  for (const card of cards) running.get(card)?.cancel();
  const now = cards.map((card) => card.getBoundingClientRect());
  cards.forEach((card, place) => {
    const from = before[card.dataset.card!] ?? origin(table, card, played);
    if (from) send(card, from, now[place], pause(card, before, played));
  });
}

/** First the card is played, then others are taken and the line closes up. */
function pause(card: HTMLElement, before: Places, played: number | null): number {
  if (played === null || (card.dataset.zone === "line" && !(card.dataset.card! in before))) return 0;
  return card.dataset.zone === "hand" ? 480 : 300;
}

/** Cards that were not visible before come from the pile, or from the hand of whoever has them. */
function origin(table: HTMLElement, card: HTMLElement, played: number | null): DOMRect | undefined {
  const { zone, seat } = card.dataset;
  const whose = zone === "line" ? played : seat;
  const from = zone === "hand" ? "pile" : whose === null || whose === undefined ? null : `seat ${whose}`;
  return from === null ? undefined : table.querySelector(`[data-from="${from}"]`)?.getBoundingClientRect();
}

function send(card: HTMLElement, from: DOMRect, to: DOMRect, delay: number): void {
  const [x, y] = [from.left - to.left, from.top - to.top];
  // In narrow strips a card is only a number, which is not scaled.
  const size = card.firstElementChild && to.width ? from.width / to.width : 1;
  if (Math.abs(x) + Math.abs(y) < 2 && Math.abs(size - 1) < 0.02) return;
  const far = Math.hypot(x, y);
  const flight = card.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${size})`, zIndex: 30 },
      { transform: "none", zIndex: 30 },
    ],
    {
      duration: motionDuration(Math.min(620, 260 + far * 0.45)),
      delay: motionDuration(delay),
      easing: "cubic-bezier(0.3, 0.7, 0.2, 1)",
      fill: "backwards",
    },
  );
  running.set(card, flight);
}

/**
 * Animates the cards of a table whenever ``lie``, their arrangement, changes. Call while a component initialises;
 * ``history`` tells who played the newest card.
 */
export function animateCards(
  table: () => HTMLElement | undefined,
  lie: () => string,
  history: () => readonly [number, string][],
): void {
  let lay: Places = {};
  let plies: number | null = null;
  $effect.pre(() => {
    lie();
    lay = untrack(() => places(table()));
  });
  $effect(() => {
    lie();
    untrack(() => {
      const [since, moves, shown] = [plies, history(), table()];
      plies = moves.length;
      if (shown) fly(shown, lay, since !== null && plies > since ? moves[plies - 1][0] : null);
    });
  });
}
