/** Everybody's cards left over the round, as parts of its length. */

import type { NimbleReport } from "./report";

export interface LeftLine {
  points: { part: number; left: number }[];
  /** How much of the round is over after an event. */
  partOf: (event: number) => number;
}

export function leftLines(report: NimbleReport): LeftLine[] {
  const times = new Map(report.seats.flatMap(({ actions }) => actions.map(({ event, ms }) => [event, ms] as const)));
  const length = Math.max(report.timed ? (report.length_ms ?? 0) : report.events, 1);
  const partOf = (event: number) => (event === 0 ? 0 : ((report.timed ? times.get(event) : event) ?? 0) / length);
  return report.seats.map(({ cards, left, placements }) => ({
    points: [
      { part: 0, left: cards },
      ...placements.map(({ event, left }) => ({ part: partOf(event), left })),
      { part: 1, left },
    ],
    partOf,
  }));
}
