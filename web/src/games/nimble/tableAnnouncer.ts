/** What is said of a round. It goes fast: only what one must know now, and only the newest of it. */

import { announce } from "../../app/announcer.svelte";
import { cardName } from "./cards";
import { settings } from "../../app/settings.svelte";
import { m } from "../../messages";
import type { Placement } from "./motions";
import type { Prediction } from "./predict";

/** Others' cards are told when so few are left. */
const ANNOUNCED_COUNTS = [10, 5, 3, 2, 1];
/** Cards flipped faster than this are not told one by one. */
const DEBOUNCE_MS = 150;
/** Of what others place within this long, the newest card of each pile is told. */
const PILES_DEBOUNCE_MS = 400;

function others({ seat, hands }: Prediction): number[] {
  return [...hands.keys()].filter((other) => other !== seat);
}

export class TableAnnouncer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #placed: number | null = null;
  #pilesTimer: ReturnType<typeof setTimeout> | undefined;
  /** What is to be told of each pile. */
  #piles = new Map<number, string>();

  /** Tell what has changed for us, once things stand still for a moment. ``placed``: by the others. */
  changed(before: Prediction, after: Prediction, names: string[], placed: readonly Placement[] = []): void {
    this.#counts(before, after, names);
    for (const placement of placed) this.#placement(placement, after, names);
    const turned =
      after.seat !== null && before.discard.length > 0 && after.hands[after.seat] > before.hands[after.seat];
    if (turned && !after.discard.length && before.discard.length > 1)
      announce(m.nimble_turned({ count: after.hands[after.seat!] }));
    const top = after.discard.at(-1);
    const onPile = after.tops.findIndex(
      (card, pile) =>
        card !== before.tops[pile] && card === before.discard.at(-1) && after.discard.length < before.discard.length,
    );
    if (onPile >= 0) this.#placed = onPile;
    if (onPile < 0 && (!top || top === before.discard.at(-1))) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const where = this.#placed === null ? "" : `${m.nimble_placed({ pile: this.#placed + 1 })} `;
      this.#placed = null;
      announce((where + (top ? cardName(top) : "")).trim());
    }, DEBOUNCE_MS);
  }

  #counts(before: Prediction, after: Prediction, names: string[]): void {
    for (const seat of others(after)) {
      const [then, now] = [before, after].map(({ hands, discards }) => hands[seat] + discards[seat]);
      if (now < then && ANNOUNCED_COUNTS.includes(now))
        announce(m.nimble_cards_left({ name: names[seat], count: now }));
    }
  }

  #placement({ seat, pile }: Placement, after: Prediction, names: string[]): void {
    if (settings.narration === "counts") return;
    const told = { number: pile + 1, card: cardName(after.tops[pile]), name: names[seat] };
    this.#piles.set(pile, settings.narration === "piles" ? m.nimble_pile_shows(told) : m.nimble_other_placed(told));
    clearTimeout(this.#pilesTimer);
    this.#pilesTimer = setTimeout(() => {
      for (const text of this.#piles.values()) announce(text);
      this.#piles.clear();
    }, PILES_DEBOUNCE_MS);
  }

  /** On demand: the three piles, and our own card. */
  read(predicted: Prediction): void {
    const [first, second, third] = predicted.tops.map((card) => cardName(card));
    const top = predicted.discard.at(-1);
    const mine =
      predicted.seat === null ? "" : top ? m.nimble_discard_card({ card: cardName(top) }) : m.nimble_discard_none();
    announce(`${m.nimble_tops({ first, second, third })} ${mine}`.trim());
  }

  /** On demand: how many cards each of the others has left, and which one they show. */
  readOthers(predicted: Prediction, names: string[]): void {
    for (const seat of others(predicted)) {
      const card = predicted.shown[seat];
      const told = { name: names[seat], count: predicted.hands[seat] + predicted.discards[seat] };
      announce(card ? m.nimble_other({ ...told, card: cardName(card) }) : m.nimble_cards_left(told));
    }
  }

  hush(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#pilesTimer);
    this.#piles.clear();
  }
}
