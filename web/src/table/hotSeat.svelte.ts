/** Several players on one device ("hot seat"): whose hand may be seen, and who is to have the device next. */

import { gameInfo } from "../games/catalogue.svelte";
import type { LiveTable } from "./liveTable.svelte";

export class HotSeat {
  /** The seat whose player has confirmed to hold the device. */
  #holder: number | null = $state(null);
  #live: LiveTable;
  #mine: () => number[];

  /** Must be constructed while a component initialises: it uses effects. */
  constructor(live: LiveTable, mine: () => number[]) {
    this.#live = live;
    this.#mine = mine;
    $effect(() => {
      if (this.#holder !== null && !this.#turns.includes(this.#holder)) this.#holder = null;
    });
    // The next seat is connected before its player has the device: otherwise a bot might come to play for it.
    $effect(() => {
      if (this.shared && this.next !== null) live.switchSeat(this.next);
    });
  }

  /** Several seats are ours, and the game has secrets. A game whose secrets are not known is all secret. */
  get shared(): boolean {
    const table = this.#live.table;
    return this.#mine().length > 1 && !!table && gameInfo(table.game)?.secret?.length !== 0;
  }

  get #turns(): number[] {
    const table = this.#live.table;
    return table?.phase === "playing" ? table.waiting : [];
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
    return this.next !== null && this.next === this.#holder && this.#live.table?.seat === this.#holder;
  }

  /** The player of this seat has the device. */
  reveal(seat: number): void {
    this.#holder = seat;
  }
}
