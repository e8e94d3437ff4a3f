/** One's own rounds that were reviewed on this device, to compare a round with. */

import { readStored, writeStored } from "../../../app/storage";
import type { NimbleReport, RhythmFigures } from "./report";

const STORAGE_KEY = "wonderland.nimble.rounds";
/** The rounds that are remembered: the latest ones. */
const MAX_ROUNDS = 100;

/** What is kept of a round, by the names of its figures. */
export const KEPT = [
  "share_taken",
  "median_hesitation_ms",
  "median_shown_ms",
  "longest_missed_ms",
  "longest_gap_ms",
  "flips_per_minute",
  "placements_per_minute",
  "errors",
] as const satisfies (keyof RhythmFigures)[];
export type KeptFigures = Record<(typeof KEPT)[number], number | null>;

interface Round {
  /** Whose: several people may use a device. */
  person: string;
  /** When the round ended. */
  at: number;
  figures: KeptFigures;
}

function isRound(value: unknown): value is Round {
  if (typeof value !== "object" || value === null) return false;
  const { person, at, figures } = value as Record<string, unknown>;
  return typeof person === "string" && typeof at === "number" && typeof figures === "object" && figures !== null;
}

function readRounds(): Round[] {
  const stored = readStored(STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter(isRound) : [];
}

/** Remembers a round of a person's. Without times, or unfinished, it cannot be compared with others. */
export function keepRound(report: NimbleReport, seat: number, person: string, at: number): void {
  if (!report.timed || report.end === null) return;
  const { figures } = report.seats[seat];
  const kept = Object.fromEntries(KEPT.map((name) => [name, figures[name]])) as KeptFigures;
  const others = readRounds().filter((round) => round.person !== person || round.at !== at);
  const rounds = [...others, { person, at, figures: kept }].sort((one, other) => one.at - other.at);
  writeStored(STORAGE_KEY, rounds.slice(-MAX_ROUNDS));
}

/** The medians of a person's rounds before this one, and of how many. */
export function earlierRounds(person: string, at: number): { count: number; figures: KeptFigures } {
  const rounds = readRounds().filter((round) => round.person === person && round.at < at);
  const figures = Object.fromEntries(
    KEPT.map((name) => [name, median(rounds.map((round) => round.figures[name]).filter((one) => one !== null))]),
  ) as KeptFigures;
  return { count: rounds.length, figures };
}

export function median(values: readonly number[]): number | null {
  const sorted = values.filter(Number.isFinite).sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  if (!sorted.length) return null;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
