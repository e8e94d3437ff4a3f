/** A lesson as `python -m wonderland.lessons` writes it: what is seen, what is asked, and what follows. No rule is here. */

import type { GameName } from "../lib/games.svelte";
import type {
  Change,
  NimbleResult,
  NimbleView,
  ParadeCard,
  ParadeColourLine,
  ParadeExplanation,
  ParadeResult,
  ParadeView,
} from "../lib/wire";

/** What the learner sees of a table. */
export interface Face {
  view: ParadeView | NimbleView;
  guide: ParadeExplanation | null;
  result: ParadeResult | NimbleResult | null;
}

/** Somebody does something; ``bounces``: it comes too late and has not happened. */
export interface Move {
  seat: number;
  action: string;
  bounces?: boolean;
  changes: Change[];
}

/** Why something legal is not what is asked for: how many cards it would take, or which frame does not fit. */
export interface Instead {
  taken?: number;
  frame?: string;
}

export interface Asked {
  kind: "act";
  wanted: Record<string, Move[]>;
  others: Record<string, Instead>;
  /** The learner is to find it alone. */
  find?: boolean;
}

/** Seats (none: nobody), or a number of points. */
export type Option = number[] | number;

export interface ParadeAbout {
  ask: "majority" | "costs" | "wins";
  colour: string;
  front: ParadeCard[][];
  sheet?: ParadeColourLine[][];
  scores?: number[];
  cards?: number[];
}

export interface NimbleAbout {
  ask: "wins";
  left: number[];
  errors: number[];
  titles: NimbleResult["titles"];
}

export interface Questioned {
  kind: "question";
  about: ParadeAbout | NimbleAbout;
  options: Option[];
  answer: number;
}

export interface Step {
  name: string;
  rules: string[];
  face: Face | null;
  parts: (Asked | Questioned)[];
}

export interface Script {
  game: GameName;
  /** "you" and the names of bots, by seat. */
  players: string[];
  steps: Step[];
}

/** The learner's seat, in every lesson. */
export const LEARNER = 0;
