/** Where the events of a round lie from left to right: by their times or, where there are none, at equal distances. */

import type { NimbleReport } from "./report";

/** Pixels left of the first moment, for the numbers of the piles, and right of the last. */
export const GUTTER = 24;
const END_ROOM = 14;
/** Pixels for a second, or for an event, in the close view. */
const CLOSE_SECOND = 34;
const CLOSE_EVENT = 14;
/** Seconds, or events, from one line of the grid to the next. */
const GRID_STEPS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
const MIN_GRID_GAP = 44;

export class TimeAxis {
  readonly width: number;
  /** The time of each event, that of the deal first; or its number. */
  readonly #at: number[];
  /** Pixels for a millisecond, or for an event. */
  readonly #scale: number;
  readonly #unit: number;

  /** ``room``: the pixels that there are, into which the ``whole`` round has to fit; in the close view it fills them. */
  constructor(report: NimbleReport, room: number, whole: boolean) {
    this.#unit = report.timed ? 1000 : 1;
    this.#at = [0];
    for (const { actions } of report.seats)
      for (const { event, ms } of actions) this.#at[event] = report.timed ? ms! : event;
    const length = Math.max(this.#at[this.#at.length - 1], 1);
    const close = report.timed ? CLOSE_SECOND / 1000 : CLOSE_EVENT;
    const fitting = Math.max((room - GUTTER - END_ROOM) / length, 0.000001);
    this.#scale = whole ? fitting : Math.max(close, fitting);
    this.width = Math.ceil(GUTTER + length * this.#scale + END_ROOM);
  }

  /** The place of an event; the deal is event 0. */
  x(event: number): number {
    return GUTTER + this.#at[Math.min(Math.max(event, 0), this.#at.length - 1)] * this.#scale;
  }

  /** Whether marks would lie on one another at their full size. */
  get dense(): boolean {
    return this.#scale * this.#unit < CLOSE_SECOND / 3;
  }

  get end(): number {
    return this.x(this.#at.length - 1);
  }

  /** The last event that had happened at a place. */
  eventAt(x: number): number {
    let event = 0;
    while (event + 1 < this.#at.length && this.x(event + 1) <= x) event++;
    return event;
  }

  /** The lines of the grid: seconds, or numbers of events. */
  grid(): { x: number; number: number }[] {
    const unit = this.#unit * this.#scale;
    const step = GRID_STEPS.find((step) => step * unit >= MIN_GRID_GAP) ?? GRID_STEPS[GRID_STEPS.length - 1];
    const count = Math.floor((this.end - GUTTER) / unit / step + 1e-9);
    return Array.from({ length: count + 1 }, (_, place) => ({ x: GUTTER + place * step * unit, number: place * step }));
  }
}
