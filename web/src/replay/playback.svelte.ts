/** Plays a timeline: which step is shown, and whether it advances by itself. */

import { pauseAfter } from "./speeds";
import type { Frame, Timeline } from "./timeline";

export class Playback {
  timeline: Timeline | null = $state.raw(null);
  frame: Frame | null = $state.raw(null);
  playing = $state(false);
  speed = $state(1);
  /** Another number whenever the table is not shown going on from step to step, forwards or backwards, but elsewhere. */
  scene = $state(0);
  /** Grows with every page that comes. */
  length = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** ``moved``: what is to be done whenever another step is seen. */
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

  /** Another timeline of the same game, at the step where we are. */
  load(timeline: Timeline, number: number): void {
    this.timeline = timeline;
    this.length = timeline.length;
    this.frame = timeline.at(number);
    this.scene++;
  }

  /** More of the same timeline has come. */
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
    // One step is seen happening; what lies between two that are far apart is not told.
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
