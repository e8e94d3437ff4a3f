/** A game being looked at: where it comes from, whose eyes see it, and the reels of each of them. */

import { Refused } from "../net/api";
import { reason } from "../ui/asyncTask.svelte";
import type { Projector } from "./playback.svelte";
import { Reel } from "./timeline";
import type { About, Source } from "./source";

/** Whose view: a seat, ``all`` hands open, or empty for a spectator's. */
export type Whose = string;

export class Screening {
  about = $state.raw<About | null>(null);
  seat: Whose = $state("all");
  /** Why there is nothing to be seen. */
  problem = $state.raw<{ missing: boolean; text: string } | null>(null);
  readonly #reels: Record<Whose, Reel> = {};
  /** Pages on their way: whoever wants the same one waits for the same answer. */
  readonly #coming: Record<Whose, Promise<void>> = {};
  #wish = 0;
  #left = false;

  constructor(
    private readonly source: Source,
    private readonly projector: Projector,
  ) {}

  /** Nobody looks any more: nothing further is asked for, and what still comes is not shown. */
  leave(): void {
    this.#left = true;
  }

  /** ``wanted``: what the address asks for; else one's own seat, if one played, and all hands if not. */
  async begin(me: string | null, wanted: Whose | null, number: number): Promise<void> {
    this.problem = null;
    try {
      const about = await this.source.about();
      const mine = me === null ? -1 : about.players.findIndex(({ person }) => person === me);
      const seats = ["all", "", ...about.players.keys()].map(String);
      const seat = wanted !== null && seats.includes(wanted) ? wanted : mine < 0 ? "all" : `${mine}`;
      await this.show(seat, number);
      this.about = about;
    } catch (error) {
      this.problem = { missing: error instanceof Refused && error.kind === "unknown", text: reason(error) };
    }
  }

  /**
   * The game as that seat saw it, at that step. The newest wish counts, whichever answer comes first; whether it was
   * this one.
   */
  async show(seat: Whose, number: number): Promise<boolean> {
    const wish = ++this.#wish;
    const reel = (this.#reels[seat] ??= new Reel(await this.source.steps(seat, 0)));
    // A link to a late step of a very long record needs the pages before it.
    while (!this.#left && reel.next !== null && reel.length < number) await this.#more(seat, reel);
    if (this.#left || wish !== this.#wish) return false;
    this.seat = seat;
    this.projector.load(reel, number);
    return true;
  }

  /** The rest of what is seen, page by page. */
  async finish(): Promise<void> {
    const { reel } = this.projector;
    while (!this.#left && reel && reel.next !== null && this.projector.reel === reel) {
      await this.#more(this.seat, reel);
      this.projector.grew();
    }
  }

  #more(seat: Whose, reel: Reel): Promise<void> {
    return (this.#coming[seat] ??= this.source
      .steps(seat, reel.next!)
      .then((page) => reel.add(page))
      .finally(() => delete this.#coming[seat]));
  }
}
