/** Loads a recorded game: its source, the seat it is seen from, and one timeline per seat. */

import { loadModule } from "../app/lazyModules";
import { kitOf } from "../games";
import type { ReplayKit } from "../games/kit";
import { Refused } from "../net/api";
import type { ReplayPage } from "../net/wire";
import { errorText } from "../ui/asyncTask.svelte";
import type { Playback } from "./playback.svelte";
import { Timeline, type Frame } from "./timeline";
import type { RecordedGame, Source } from "./source";

/** Viewpoint view: a seat, ``all`` hands open, or empty for a spectator's. */
export type Viewpoint = string;

export class ReplayViewer {
  about = $state.raw<RecordedGame | null>(null);
  seat: Viewpoint = $state("all");
  /** Why there is nothing to show. */
  problem = $state.raw<{ missing: boolean; text: string } | null>(null);
  /** How the game is drawn and told; null for a game without a kit. */
  kit = $state.raw<ReplayKit | null>(null);
  readonly #timelines: Record<Viewpoint, Timeline> = {};
  /** Pages being loaded: concurrent requests share one promise. */
  readonly #coming: Record<Viewpoint, Promise<void>> = {};
  #request = 0;
  #left = false;

  constructor(
    private readonly source: Source,
    private readonly playback: Playback,
  ) {}

  /** The page is closed: nothing further is requested, and late answers are ignored. */
  leave(): void {
    this.#left = true;
  }

  /** ``wanted``: from the address; by default one's own seat, or all hands for somebody who did not play. */
  async begin(me: string | null, wanted: Viewpoint | null, number: number): Promise<void> {
    this.problem = null;
    try {
      const about = await this.source.about();
      const mine = me === null ? -1 : about.players.findIndex(({ person }) => person === me);
      const seats = ["all", "", ...about.players.keys()].map(String);
      const seat = wanted !== null && seats.includes(wanted) ? wanted : mine < 0 ? "all" : `${mine}`;
      const kit = kitOf(about.game);
      if (kit) this.kit = (await loadModule(kit.replay)).default;
      await this.show(seat, number);
      this.about = about;
    } catch (error) {
      this.problem = { missing: error instanceof Refused && error.kind === "unknown", text: errorText(error) };
    }
  }

  /**
   * Shows the game as that seat saw it, at that step. The latest request wins, whichever answer comes first; returns whether it was
   * this one.
   */
  async show(seat: Viewpoint, number: number): Promise<boolean> {
    const request = ++this.#request;
    const timeline = await this.#reaching(seat, number);
    if (this.#left || request !== this.#request) return false;
    this.seat = seat;
    this.playback.load(timeline, number);
    return true;
  }

  /** The game as that seat saw it after so many steps, without showing it. */
  async frameOf(seat: Viewpoint, number: number): Promise<Frame> {
    const timeline = await this.#reaching(seat, number);
    return timeline.at(number);
  }

  /** Loads the remaining pages. */
  async finish(): Promise<void> {
    const { timeline } = this.playback;
    while (!this.#left && timeline && timeline.next !== null && this.playback.timeline === timeline) {
      await this.#more(this.seat, timeline);
      this.playback.grew();
    }
  }

  async #reaching(seat: Viewpoint, number: number): Promise<Timeline> {
    const timeline = (this.#timelines[seat] ??= new Timeline(await this.#page(seat, 0), this.kit));
    // A link to a late step of a very long record needs the pages before it.
    while (!this.#left && timeline.next !== null && timeline.length < number) await this.#more(seat, timeline);
    return timeline;
  }

  #more(seat: Viewpoint, timeline: Timeline): Promise<void> {
    return (this.#coming[seat] ??= this.#page(seat, timeline.next!)
      .then((page) => timeline.add(page))
      .finally(() => delete this.#coming[seat]));
  }

  #page(seat: Viewpoint, after: number): Promise<ReplayPage> {
    return this.source.steps(seat, after, this.kit === null);
  }
}
