/** What is said of a round. It goes fast: only what one must know now, and only the newest of it. */

import { announce } from "../../app/announcer.svelte";
import { cardName } from "./cards";
import { m } from "../../messages";
import type { Prediction } from "./predict";

/** Others' cards are told when so few are left. */
const ANNOUNCED_COUNTS = [10, 5, 3, 2, 1];
/** Cards flipped faster than this are not told one by one. */
const DEBOUNCE_MS = 150;

export class TableAnnouncer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #placed: number | null = null;

  /** Tell what has changed for us, once things stand still for a moment. */
  changed(before: Prediction, after: Prediction, names: string[]): void {
    this.#others(before, after, names);
    const turned =
      after.seat !== null && before.discard.length > 0 && after.hands[after.seat] > before.hands[after.seat];
    if (turned && !after.discard.length && before.discard.length > 1)
      announce(m.nimble_turned({ count: after.hands[after.seat!] }));
    const top = after.discard.at(-1);
    const placed = after.tops.findIndex(
      (card, pile) =>
        card !== before.tops[pile] && card === before.discard.at(-1) && after.discard.length < before.discard.length,
    );
    if (placed >= 0) this.#placed = placed;
    if (placed < 0 && (!top || top === before.discard.at(-1))) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const where = this.#placed === null ? "" : `${m.nimble_placed({ pile: this.#placed + 1 })} `;
      this.#placed = null;
      announce((where + (top ? cardName(top) : "")).trim());
    }, DEBOUNCE_MS);
  }

  #others(before: Prediction, after: Prediction, names: string[]): void {
    for (const [seat, name] of names.entries()) {
      if (seat === after.seat) continue;
      const [then, now] = [before, after].map(({ hands, discards }) => hands[seat] + discards[seat]);
      if (now < then && ANNOUNCED_COUNTS.includes(now)) announce(m.nimble_cards_left({ name, count: now }));
    }
  }

  /** On demand: the three piles, and our own card. */
  read(predicted: Prediction): void {
    const [first, second, third] = predicted.tops.map((card) => cardName(card));
    const top = predicted.discard.at(-1);
    const mine =
      predicted.seat === null ? "" : top ? m.nimble_discard_card({ card: cardName(top) }) : m.nimble_discard_none();
    announce(`${m.nimble_tops({ first, second, third })} ${mine}`.trim());
  }

  hush(): void {
    clearTimeout(this.#timer);
  }
}
