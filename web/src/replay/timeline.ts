/** A recorded game that can be moved to any step, forwards and backwards. Holds what the server sent; contains no rules. */

import type { AnyExplanation, AnyView, ReplayKit } from "../games/kit";
import { applyChanges } from "../net/changes";
import type { Plain, ReplayPage, ReplayStep } from "../net/wire";

/** Changes lead only forwards: the views are kept every so many steps, and the way back starts at one of those. */
const KEYFRAME_INTERVAL = 40;

/** The game as it is after so many steps. */
export interface Frame {
  number: number;
  /** One view, or with open hands one per seat. */
  views: AnyView[];
  explanation: AnyExplanation | null;
  /** For a game without a table of its own. */
  plain: Plain | null;
}

export class Timeline {
  readonly game: string;
  readonly players: string[];
  readonly steps: ReplayStep[] = [];
  /** What each step did, as the game's kit describes it; empty without one. */
  readonly moves: object[] = [];
  /** The end, once the last page is there; null also for a record that ends before its game does. */
  result: Record<string, unknown> | null = null;
  /** Ask for the steps after this one; null when all are there. */
  next: number | null;
  readonly #keyframes: AnyView[][] = [];
  readonly #first: Pick<Frame, "explanation" | "plain">;

  constructor(
    first: ReplayPage,
    private readonly kit: ReplayKit | null,
  ) {
    this.game = first.game;
    this.players = first.players;
    this.#keyframes.push(first.views);
    this.#first = { explanation: first.explanation, plain: first.plain };
    this.next = first.next;
    this.add(first);
  }

  /** The next page. */
  add(page: ReplayPage): void {
    if (page.after !== this.steps.length) throw new Error(`steps after ${page.after}, not ${this.steps.length}`);
    let views = this.#views(this.steps.length);
    for (const step of page.steps) {
      const before = this.kit && structuredClone(views[0]);
      forward(views, step);
      this.steps.push(step);
      if (this.kit && before) this.moves.push(this.kit.describe(step.by, before, structuredClone(views[0])));
      if (this.steps.length % KEYFRAME_INTERVAL === 0) {
        this.#keyframes.push(views);
        views = structuredClone(views);
      }
    }
    this.next = page.next;
    this.result = page.result;
  }

  get length(): number {
    return this.steps.length;
  }

  /** The views are the caller's own: no other frame shares anything with them. */
  at(number: number): Frame {
    const there = Math.max(0, Math.min(Math.floor(number), this.length));
    const step = this.steps[there - 1];
    const shown = step ? { explanation: step.explanation, plain: step.plain } : this.#first;
    return { number: there, views: this.#views(there), ...shown };
  }

  #views(number: number): AnyView[] {
    const place = Math.min(Math.floor(number / KEYFRAME_INTERVAL), this.#keyframes.length - 1);
    const views = structuredClone(this.#keyframes[place]);
    for (const step of this.steps.slice(place * KEYFRAME_INTERVAL, number)) forward(views, step);
    return views;
  }
}

/** Values come as copies: later changes reach into what earlier ones have put there. */
function forward(views: AnyView[], step: ReplayStep): void {
  applyChanges(views, structuredClone(step.changes));
}
