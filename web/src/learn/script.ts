/** A lesson as `python -m wonderland.lessons` writes it: positions, tasks, and what follows. Contains no rules. */

import type { GameTypes } from "../games/kit";
import type { Change } from "../net/wire";

/** What the learner sees of a table. */
export interface LessonTable<T extends GameTypes = GameTypes> {
  view: T["view"];
  explanation: T["explanation"] | null;
  result: T["result"] | null;
}

/** An action; ``bounces``: it came too late and did not happen. */
export interface Move {
  seat: number;
  action: string;
  bounces?: boolean;
  changes: Change[];
}

/** Why something legal is not what is asked for: how many cards it would take, or which colours do not fit. */
export interface OtherAction {
  taken?: number;
  frame?: string;
  circle?: string;
}

export interface ActionTask {
  kind: "act";
  wanted: Record<string, Move[]>;
  others: Record<string, OtherAction>;
  /** The correction must not name the card. */
  find?: boolean;
}

/** Seats (none: nobody), or a number of points. */
export type Option = number[] | number;

export interface QuestionTask<T extends GameTypes = GameTypes> {
  kind: "question";
  about: T["question"];
  options: Option[];
  answer: number;
}

export interface Step<T extends GameTypes = GameTypes> {
  name: string;
  rules: string[];
  table: LessonTable<T> | null;
  parts: (ActionTask | QuestionTask<T>)[];
}

export interface Script<T extends GameTypes = GameTypes> {
  game: string;
  /** "you" and the names of bots, by seat. */
  players: string[];
  steps: Step<T>[];
}

/** The learner's seat, in every lesson. */
export const LEARNER = 0;
