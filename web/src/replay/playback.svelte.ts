/** Plays a timeline: which step is shown, and whether it advances by itself. */

import { pauseAfter } from "./speeds";
import type { Frame, Timeline } from "./timeline";

export class Playback {
  timeline: Timeline | null = $state.raw(null);
  frame: Frame | null = $state.raw(null);
  playing = $state(false);
  speed = $state(1);
  /** Changes whenever the position jumps by more than one step. */
  scene = $state(0);
  /** Grows with every page that comes. */
  length = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** ``moved`` is called whenever another step is shown. */
  constructor(
    /** Whether the game is shown at the speed at which it was played. */
    private readonly live: () => boolean,
    private readonly moved: (number: number, before: number, by: "hand" | "itself") => void,
  ) {}

  get number(): number {
    return this.frame?.number ?? 0;
  }

  get atEnd(): boolean {
    return this.timeline !== null && this.timeline.next === null && this.number === this.length;
  }

  /** Shows another timeline of the same game, at the same step. */
  load(timeline: Timeline, number: number): void {
    this.timeline = timeline;
    this.length = timeline.length;
    this.frame = timeline.at(number);
    this.scene++;
  }

  /** The timeline has grown. */
  grew(): void {
    this.length = this.timeline?.length ?? 0;
  }

  go(number: number): void {
    this.stop();
    this.#show(number, "hand");
  }

  toggle(): void {
    if (this.playing) return this.stop();
    if (!this.timeline) return;
    if (this.atEnd) this.#show(0, "hand");
    this.playing = true;
    this.#wait();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  #show(number: number, by: "hand" | "itself"): void {
    if (!this.timeline) return;
    const before = this.number;
    const frame = this.timeline.at(number);
    if (frame.number === before) return;
    // A single step is animated and announced; a jump is not.
    if (Math.abs(frame.number - before) > 1) this.scene++;
    this.frame = frame;
    this.moved(frame.number, before, by);
  }

  #wait(): void {
    const { timeline, number } = this;
    if (!timeline || number >= timeline.length) return this.stop();
    this.#timer = setTimeout(
      () => {
        this.#show(this.number + 1, "itself");
        this.#wait();
      },
      pauseAfter(this.live(), timeline.steps, number, this.speed),
    );
  }
}
