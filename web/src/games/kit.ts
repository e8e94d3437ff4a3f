/** What a game brings to the browser: how it is drawn and what is said about it. Everything else the server tells. */

import type { Component, Snippet } from "svelte";
import type { LessonTable, Option, Script, ActionTask, OtherAction } from "../learn/script";
import type { By, TableView, Snapshot, StandingView } from "../net/wire";
import type { ReviewKit } from "../review/kit";
import type { Player } from "../table/player";

/** The games that the wire's types know; a server may offer others. */
export type GameName = TableView["game"];

export type AnyView = NonNullable<TableView["view"]>;
export type AnyResult = NonNullable<TableView["result"]>;
export type AnyExplanation = NonNullable<Snapshot["explanation"]>;
export type OptionValue = string | boolean;
export type AnyOptions = Record<string, OptionValue>;

/** The types of one game, so that its own files need no casts. */
export interface GameTypes {
  card: string;
  view: AnyView;
  result: AnyResult;
  explanation: AnyExplanation;
  options: object;
  /** What a step of a replay did, as its sentence and its picture need it. */
  move: object;
  /** What a question of the lesson is about. */
  question: object;
  /** The review of a finished game. */
  report: object;
}

/** An action that led to what is shown now. Numbers ascend: a table that remembers the last one knows what is new. */
export interface NumberedAction extends By {
  number: number;
}

/** What a table must know that is shown in a replay. The page around it tells what each step did. */
export interface ReplayFrame<T extends GameTypes = GameTypes> {
  /** How high the table may be, in pixels: the controls take part of the window. */
  height: number;
  /** With all hands open, one view per seat. */
  views: T["view"][] | null;
}

/** A table is drawn from this alone: live, in a lesson and in a replay. */
export interface TableProps<T extends GameTypes = GameTypes> {
  view: T["view"];
  explanation: T["explanation"] | null;
  seats: Player[];
  /** Without it one only looks. Rejects where the action did not happen. */
  act?: (action: string) => Promise<void>;
  result?: T["result"] | null;
  /** Who came where, by seat: also with the result. */
  standings?: readonly StandingView[] | null;
  /** The latest actions, oldest first. */
  actions?: readonly NumberedAction[];
  /**
   * What everybody saw before the last action, for a table that was opened after it; and the bot that did it for
   * somebody who was away.
   */
  earlier?: { view: T["view"]; bot: string | null } | null;
  /** Opens the moves and the chat. On a phone it is drawn within reach of the thumb. */
  panelButton?: Snippet;
  /** When the game begins, by the server's clock. */
  begins?: number;
  /** The server's clock. */
  now?: () => number;
  /** Whether newcomers are given hints; a lesson gives its own. */
  hints?: boolean;
  /** Nothing can be done at the moment, and nothing is asked for: a page of a lesson is over. */
  paused?: boolean;
  replay?: ReplayFrame<T>;
}

/**
 * A line of the move log. It is worked out when it is shown, so that it follows the language. ``names``: the players, by
 * seat; ``you``: the seat that is called "you".
 */
export type LogSentence = (names: readonly string[], you: number | null) => string;

/** The line for an action, from the views before and after it; null where it is not worth one. */
export type LogLine<T extends GameTypes = GameTypes> = (
  by: By,
  before: T["view"],
  after: T["view"],
) => LogSentence | null;

export interface ReplayKit<T extends GameTypes = GameTypes> {
  /** What a step did, from the view before and after it. */
  describe(by: By, before: T["view"], after: T["view"]): T["move"];
  sentence(move: T["move"], name: string): string;
  /** The same in a line of the list of steps. */
  Move: Component<{ move: T["move"] }>;
  /** The table itself announces a step forward. */
  tableAnnounces: boolean;
}

/** The texts of one page of a lesson. */
export interface StepTexts {
  title: () => string;
  /** What is asked, part by part. */
  parts: (() => string)[];
  done: () => string;
}

export interface LessonKit<T extends GameTypes = GameTypes> {
  script: Script<T>;
  texts: Record<string, StepTexts>;
  /** What the last page says. */
  end: () => string;
  /** The bot that tells the story, and the one to play against first. */
  teller: string;
  opponent: string;
  /** From this width of the window on, in pixels, the page lies beside the table. */
  besideFrom: number;
  /** What a question is about. ``found``: the answers found so far. */
  Question: Component<{ about: T["question"]; names: string[]; players: string[]; found: Option[]; done: boolean }>;
  /** Why another legal action is not what is asked for; null where there is nothing special to say. */
  correction(task: ActionTask, other: OtherAction): string | null;
  /** A hint after a wrong answer to a question. */
  wrongAnswer(about: T["question"]): string;
  /** Two texts of the same action have the same key. */
  actionKey(action: string): string;
}

export interface GameKit<T extends GameTypes = GameTypes> {
  title: () => string;
  /** Who invented it. */
  credit: () => string;
  /** One line on the cover, and one on the page of lessons. */
  tagline: () => string;
  summary: () => string;
  Card: Component<{ card: T["card"] }>;
  cards: {
    /** Three, fanned out on the cover. */
    cover: T["card"][];
    /** Two, on the page of lessons. */
    lesson: T["card"][];
    /** The one that stands for the game in lists. */
    sample: T["card"];
  };
  /** CSS colours of the cover: its cloth, and what is legible on it. */
  cloth: string;
  onCloth: string;
  /** Every player has a pack of cards, with a back of its own. */
  ownPacks: boolean;
  /** What the score in somebody's statistics is called. */
  scores: { best: () => string; mean: () => string };
  table(): Promise<{ default: Component<TableProps<T>> }>;
  replay(): Promise<{ default: ReplayKit<T> }>;
  log(): Promise<{ default: LogLine<T> }>;
  lesson(): Promise<{ default: LessonKit<T> }>;
  /** How the review of a finished game is drawn; without it no review is offered. */
  review?(): Promise<{ default: ReviewKit<T> }>;
  /** The review also tells what the choices at hand are worth: against bots a table may give hints. */
  hints?: boolean;
  /** What a person chooses for all tables of the game, such as its keys. */
  settingsForm?(): Promise<{ default: Component }>;
  /** How a table's options are chosen; without it, generic controls. */
  optionsForm?(): Promise<{ default: Component<{ options: T["options"] }, object, "options"> }>;
  /** A table's options in sentences, and as short as a list needs them. */
  optionSentences?(options: T["options"]): string[];
  optionLabels?(options: T["options"]): string[];
  /** The part of an explanation that every player may see; without it, none. */
  publicExplanation?(explanation: T["explanation"]): T["explanation"];
  /** Another round of the same contest follows this result. */
  hasNextRound?(options: T["options"], result: T["result"]): boolean;
}

/**
 * A kit without the types of its game, for files that know no game. What makes this safe: a table's view, result,
 * explanation and options come with the name of their game, and its kit is found by that name.
 */
export function defineKit<T extends GameTypes>(kit: GameKit<T>): GameKit {
  return kit as unknown as GameKit;
}

export type { LessonTable };
