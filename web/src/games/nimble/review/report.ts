/** The review of a round of Nimble: what ``wonderland analyse --json`` prints (docs/formats.md). */

import type { NimbleCard, NimbleResult } from "../../../net/wire";

/** A chance ended in one of these ways; docs/review-nimble.md tells what each means. */
export type ChanceEnd = "taken" | "elsewhere" | "lost" | "vanished" | "passed" | "back" | "end" | "open";

export interface RhythmAction {
  /** The number of the event, from 1. */
  event: number;
  ms: number | null;
  action: "flip" | "back" | "turn" | "place";
  card: NimbleCard | null;
  pile: number | null;
}

/** While the card on top of a seat's own discard fitted a pile. */
export interface OpenChance {
  card: NimbleCard;
  pile: number;
  opened: number;
  closed: number | null;
  opened_ms: number | null;
  closed_ms: number | null;
  open_ms: number | null;
  end: ChanceEnd;
  by: number | null;
}

export interface Placement {
  event: number;
  ms: number | null;
  card: NimbleCard;
  pile: number;
  on: NimbleCard;
  error: boolean;
  hesitation_ms: number | null;
  shown_ms: number | null;
  fits: number[];
  left: number;
}

export interface LostRace {
  /** The place of the loser's chance. */
  chance: number;
  event: number;
  ms: number | null;
  pile: number;
  card: NimbleCard;
  by: number;
  by_card: NimbleCard;
  open_ms: number | null;
  by_open_ms: number | null;
  behind_ms: number | null;
}

export interface RhythmFigures {
  flips: number;
  backs: number;
  turns: number;
  placements: number;
  errors: number;
  chances: number;
  taken: number;
  elsewhere: number;
  lost: number;
  vanished: number;
  passed: number;
  back: number;
  counted: number;
  share_taken: number | null;
  races_lost: number;
  races_won: number;
  median_hesitation_ms: number | null;
  median_shown_ms: number | null;
  median_lost_ms: number | null;
  longest_missed_ms: number | null;
  median_gap_ms: number | null;
  longest_gap_ms: number | null;
  flips_per_minute: number | null;
  placements_per_minute: number | null;
}

export interface SeatRhythm {
  cards: number;
  left: number;
  errors: number;
  title: NimbleResult["titles"][number] | null;
  actions: RhythmAction[];
  placements: Placement[];
  chances: OpenChance[];
  races: LostRace[];
  figures: RhythmFigures;
}

export interface NimbleReport {
  game: "nimble";
  players: string[];
  round: [number, number] | null;
  end: "finished" | "stuck" | null;
  result: number[] | null;
  events: number;
  timed: boolean;
  untimed: "absent" | "incomplete" | "backwards" | null;
  length_ms: number | null;
  seats: SeatRhythm[];
}
