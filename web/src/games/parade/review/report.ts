/** The review of a game of Parade: what ``wonderland analyse --json`` prints (docs/formats.md). */

import type { ParadeCard } from "../../../net/wire";

/** How bad an error is, the smallest first; none where it is not beyond doubt. */
export const MARKS = ["doubtful", "mistake", "blunder"] as const;
export type Mark = (typeof MARKS)[number];

export const STAGES = ["opening", "middle", "last_round", "last_choice"] as const;
export type Stage = (typeof STAGES)[number];

/** A card, or the two that are set aside. */
export type MoveText = ParadeCard | [ParadeCard, ParadeCard];

/** A legal move, and what the mover could expect of it from what it knew. */
export interface ReviewedMove {
  move: MoveText;
  /** The mover's share of the win, and its standard error. */
  win: number;
  win_se: number;
  /** The mover's own points at the end. */
  points: number;
  shares: number[];
  /** The standard error of how far it is behind the best. */
  behind_se: number;
  /** The best, or not to be told from it. */
  right: boolean;
}

/** What a move does: a message key and its values. */
export interface Reason {
  key: string;
  values: Record<string, unknown>;
}

/** A decision, judged by what its seat could know. */
export interface Decision {
  ply: number;
  seat: number;
  played: MoveText;
  /** The best first. */
  moves: ReviewedMove[];
  error: number;
  error_se: number;
  mark: Mark | null;
  why: string;
  /** Of the move played; and of an error, those of the best move. */
  reasons: Reason[];
  best_reasons: Reason[];
  stage: Stage;
  /** For each card that the mover could not see, the chance that each seat holds it; the rest lies in the pile. */
  unseen: Partial<Record<ParadeCard, number[]>>;
}

/** Everybody's share of the win at one moment, with all hands known. */
export interface Chance {
  ply: number;
  at: "deal" | "move" | "draw" | "end";
  shares: number[];
}

/** Why a result is not the fair share; ``adjusted`` is the result without the three kinds of luck. */
export interface SeatLuck {
  deal: number;
  draws: number;
  hidden: number;
  own_errors: number;
  others_errors: number;
  adjusted: number;
}

/** How much was lost a decision, in thousandths of a win. */
export interface Rating {
  per_mille: number;
  se: number;
  decisions: number;
  /** The bot that plays about as well; empty without decisions. */
  like: string;
}

export interface SeatPlay extends Rating {
  stages: Partial<Record<Stage, Rating>>;
}

export interface ParadeReport {
  game: string;
  players: string[];
  evaluator: string;
  seed: number;
  budget: { worlds: number };
  fair: number;
  /** Null for a game that is not finished. */
  result: number[] | null;
  decisions: Decision[];
  chances: Chance[];
  luck: SeatLuck[];
  play: SeatPlay[];
}
