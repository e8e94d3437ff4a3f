/** One device that goes round: whose hand may be seen, and who is to have it next. */

import type { LiveTable } from "./liveTable.svelte";
import { turnsOf } from "./seats";

export class HotSeat {
  /** The seat whose player has said: I have it in hand. */
  #holder: number | null = $state(null);
  #live: LiveTable;
  #mine: () => number[];

  /** To be made while a component begins. */
  constructor(live: LiveTable, mine: () => number[]) {
    this.#live = live;
    this.#mine = mine;
    $effect(() => {
      if (this.#holder !== null && !this.#turns.includes(this.#holder)) this.#holder = null;
    });
    // The next one's seat is connected before it has the device: else a bot might come to play for it.
    $effect(() => {
      if (this.shared && this.next !== null) live.sitAt(this.next);
    });
  }

  /** Several seats are ours, and what one of them holds the others must not see. */
  get shared(): boolean {
    return this.#mine().length > 1 && this.#live.face?.game === "parade";
  }

  get #turns(): number[] {
    return this.#live.face ? turnsOf(this.#live.face) : [];
  }

  /** The one of us for whom the table waits. */
  get next(): number | null {
    if (!this.shared) return null;
    if (this.#holder !== null && this.#turns.includes(this.#holder)) return this.#holder;
    return this.#turns.find((seat) => this.#mine().includes(seat)) ?? null;
  }

  /** Whether what the seat holds may be shown: to its own player, in its own turn. */
  get revealed(): boolean {
    if (!this.shared) return true;
    return this.next !== null && this.next === this.#holder && this.#live.face?.seat === this.#holder;
  }

  take(seat: number): void {
    this.#holder = seat;
  }
}
