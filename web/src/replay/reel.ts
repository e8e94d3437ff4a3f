/** A game on a reel: wound to any step, forwards and backwards. Holds what the server told, and adds no rule to it. */

import { apply } from "../lib/changes";
import type { NimbleView, ParadeExplanation, ParadeView, ReplayPage, ReplayStep } from "../lib/wire";
import { fronts, moveOf, type Move } from "./moves";

export type AnyView = ParadeView | NimbleView;

/** Changes lead only forwards, so the views are kept every so many steps, and the way back begins at one of those. */
const APART = 40;

/** The game as it is after so many steps. */
export interface Frame {
  number: number;
  /** One view, or with open hands one a seat. */
  views: AnyView[];
  guide: ParadeExplanation | null;
}

export class Reel {
  readonly game: string;
  readonly players: string[];
  readonly steps: ReplayStep[] = [];
  /** The same, as people tell it. */
  readonly moves: Move[] = [];
  /** The end, once the last page is there; null also for a record that ends before its game does. */
  result: Record<string, unknown> | null = null;
  /** Ask for the steps after this one; null when all are there. */
  next: number | null;
  readonly #kept: AnyView[][] = [];
  readonly #guide: ParadeExplanation | null;

  constructor(first: ReplayPage) {
    this.game = first.game;
    this.players = first.players;
    this.#kept.push(first.views);
    this.#guide = first.explanation;
    this.next = first.next;
    this.add(first);
  }

  /** The next page. */
  add(page: ReplayPage): void {
    if (page.after !== this.steps.length) throw new Error(`steps after ${page.after}, not ${this.steps.length}`);
    let views = this.#views(this.steps.length);
    for (const step of page.steps) {
      const before = fronts(views[0], step.seat);
      forward(views, step);
      this.steps.push(step);
      this.moves.push(moveOf(step, before, views[0]));
      if (this.steps.length % APART === 0) {
        this.#kept.push(views);
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
    return { number: there, views: this.#views(there), guide: step ? step.explanation : this.#guide };
  }

  #views(number: number): AnyView[] {
    const place = Math.min(Math.floor(number / APART), this.#kept.length - 1);
    const views = structuredClone(this.#kept[place]);
    for (const step of this.steps.slice(place * APART, number)) forward(views, step);
    return views;
  }
}

/** Values come as copies: later changes reach into what earlier ones have put there. */
function forward(views: AnyView[], step: ReplayStep): void {
  apply(views, structuredClone(step.changes));
}
