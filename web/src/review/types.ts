/** What the server says about reviews. */

export interface ReviewStatus {
  state: "none" | "waiting" | "running" | "done" | "failed";
  /** From 0 to 1. */
  progress: number;
  /** How many reviews come before it in the queue. */
  before: number;
  /** Whether the exact review has replaced the quick first one. */
  refined: boolean;
  /** Why there is none, in the reader's language. */
  problem: string | null;
}

/** A new table that starts from a moment of a finished game. */
export interface WhatIf {
  game?: string;
  record?: string;
  /** How many actions have been played. */
  ply: number;
  /** Where the person sits. */
  seat: number;
  /** The bots at the other seats, in their order. */
  bots: string[];
  /** Others may sit down at the bots' seats. */
  open: boolean;
}

/** How well somebody plays, over their reviewed games. */
export interface PlayHistory {
  game: string;
  per_mille: number;
  se: number;
  decisions: number;
  like: string;
  /** The latest, the oldest first. */
  games: { game: string; ended: number; per_mille: number; se: number; decisions: number; like: string }[];
}
