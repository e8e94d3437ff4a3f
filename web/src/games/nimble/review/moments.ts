/** The moments of a round that are worth going back to. */

import type { LostRace, NimbleReport, OpenChance, Placement } from "./report";

export const KINDS = ["race", "missed", "error"] as const;
export type Kind = (typeof KINDS)[number];

export type RoundMoment = {
  seat: number;
  /** The step of the replay that shows it: where a chance opens, or where the wrong card lies. */
  event: number;
  ms: number | null;
} & (
  | { kind: "race"; race: LostRace; chance: OpenChance }
  | { kind: "missed"; chance: OpenChance }
  | { kind: "error"; placement: Placement }
);

/** Everybody's, in the order of the round. */
export function momentsOf(report: NimbleReport): RoundMoment[] {
  const all = report.seats.flatMap(({ chances, races, placements }, seat): RoundMoment[] => [
    ...races.map((race): RoundMoment => {
      const chance = chances[race.chance];
      return { kind: "race", seat, event: chance.opened, ms: chance.opened_ms, race, chance };
    }),
    ...chances
      .filter(({ end }) => isMissed(end) && end !== "lost")
      .map((chance): RoundMoment => ({ kind: "missed", seat, event: chance.opened, ms: chance.opened_ms, chance })),
    ...placements
      .filter(({ error }) => error)
      .map((placement): RoundMoment => ({ kind: "error", seat, event: placement.event, ms: placement.ms, placement })),
  ]);
  return all.sort((one, other) => one.event - other.event || one.seat - other.seat);
}

/** Whether a chance that ended so was neither taken nor left for another pile. */
export function isMissed(end: OpenChance["end"]): boolean {
  return end !== "taken" && end !== "elsewhere";
}

/** The next moment after a step, or the one before it; null where there is none. */
export function neighbour(moments: readonly RoundMoment[], event: number, direction: 1 | -1): RoundMoment | null {
  const found =
    direction === 1 ? moments.find((one) => one.event > event) : moments.findLast((one) => one.event < event);
  return found ?? null;
}
