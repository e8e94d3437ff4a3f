/** The state of one's own turn: the card pointed at, the card chosen, and the card that has been sent. */

import type { ParadeCard, ParadeView } from "../../net/wire";
import { sortedHand, type HandOrder } from "./handOrder";

export type Act = (action: string) => Promise<void>;

interface Given {
  view: ParadeView;
  act: Act | undefined;
  /** Ask for confirmation before a card is played. */
  confirm: boolean;
  order: HandOrder;
  refused: (why: Error) => void;
}

export class Turn {
  /** Under the mouse, the finger or the keyboard focus. */
  pointed: ParadeCard | null = $state(null);
  chosen: ParadeCard | null = $state(null);
  /** A dragged card is over the line. */
  aimed = $state(false);
  #sent: { card: ParadeCard; ply: number } | null = $state(null);

  constructor(private given: () => Given) {}

  /** Sent, but not confirmed by the server yet. */
  get pending(): ParadeCard | null {
    return this.#sent?.ply === this.given().view.history.length ? this.#sent.card : null;
  }

  get mine(): boolean {
    const { view, act } = this.given();
    return !!act && view.phase === "play" && view.seat !== null && view.turn === view.seat && !this.pending;
  }

  get hand(): ParadeCard[] {
    const { view, order } = this.given();
    return sortedHand(view.hand, order).filter((card) => card !== this.pending);
  }

  /** The line as it is drawn: with the unconfirmed card at its end. */
  get line(): ParadeCard[] {
    const { parade } = this.given().view;
    return this.pending ? [...parade, this.pending] : parade;
  }

  /** The card whose consequences are shown. */
  get looked(): ParadeCard | null {
    if (this.pending) return null;
    const card = this.pointed ?? this.chosen;
    return card && this.given().view.hand.includes(card) ? card : null;
  }

  /** A card was pressed. Mouse and keyboard have previewed it already and play at once; the first touch previews. */
  press(card: ParadeCard, finger: boolean): void {
    // Ignore a second card while the first is unconfirmed.
    if (this.pending) return;
    if (this.mine && (this.chosen === card || (!finger && !this.given().confirm))) void this.play(card);
    else this.chosen = card;
  }

  /** A dragged card was let go over the line. */
  drop(card: ParadeCard): void {
    this.aimed = false;
    if (!this.mine) return;
    if (this.given().confirm) this.chosen = card;
    else void this.play(card);
  }

  undo(): void {
    this.chosen = null;
  }

  /** Somebody has moved: what happened is to be read, not what would happen. */
  rest(): void {
    this.chosen = this.pointed = null;
  }

  async play(card: ParadeCard): Promise<void> {
    const { view, act, refused } = this.given();
    if (!act || !this.mine) return;
    const ply = view.history.length;
    this.#sent = { card, ply };
    this.chosen = this.pointed = null;
    try {
      await act(`play ${card}`);
    } catch (why) {
      // The answer may come when the next card has been sent already.
      if (this.#sent?.ply === ply) this.#sent = null;
      refused(why as Error);
    }
  }
}

/** The state of the last choice (P7): which two of the four cards are set aside. */
export class DiscardChoice {
  #picked: ParadeCard[] = $state([]);
  sending = $state(false);

  constructor(private given: () => Omit<Given, "confirm">) {}

  get hand(): ParadeCard[] {
    const { view, order } = this.given();
    return sortedHand(view.hand, order);
  }

  /** Confirmed, or picked so far. */
  get aside(): ParadeCard[] {
    const { view } = this.given();
    return view.discard ?? this.#picked.filter((card) => view.hand.includes(card));
  }

  get open(): boolean {
    const { view, act } = this.given();
    return !!act && view.phase === "discard" && view.seat !== null && !view.chosen[view.seat] && !this.sending;
  }

  /** Picks a card or puts it back; a third replaces the first. */
  press(card: ParadeCard): void {
    if (!this.open) return;
    this.#picked = this.aside.includes(card)
      ? this.aside.filter((one) => one !== card)
      : [...this.aside.slice(-1), card];
  }

  undo(): void {
    if (this.open) this.#picked = this.aside.slice(0, -1);
  }

  async confirm(): Promise<void> {
    const { act, refused } = this.given();
    if (!act || !this.open || this.aside.length !== 2) return;
    this.sending = true;
    try {
      await act(`discard ${this.aside.join(" ")}`);
    } catch (why) {
      refused(why as Error);
    } finally {
      this.sending = false;
    }
  }
}
