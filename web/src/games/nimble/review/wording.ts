/** Times, chances and moments in words. */

import { formatList, formatNumber } from "../../../app/format";
import { m } from "../../../messages";
import { stopwatch } from "../../../replay/speeds";
import { cardName } from "../cards";
import type { RoundMoment } from "./moments";
import type { ChanceEnd, OpenChance } from "./report";

/** 1,784 ms; a dash where there is none. */
export function formatMs(ms: number | null): string {
  return ms === null ? "–" : m.rhythm_ms({ ms: formatNumber(Math.round(ms)) });
}

/** When something happened: by the clock, else which event it was. */
export function formatWhen(ms: number | null, event: number): string {
  return ms === null ? m.rhythm_event_number({ number: event }) : stopwatch(ms);
}

const ENDS: Record<ChanceEnd, (values: { name: string }) => string> = {
  taken: () => m.rhythm_end_taken(),
  elsewhere: () => m.rhythm_end_elsewhere(),
  lost: m.rhythm_end_lost,
  vanished: m.rhythm_end_vanished,
  passed: () => m.rhythm_end_passed(),
  back: () => m.rhythm_end_back(),
  end: () => m.rhythm_end_end(),
  open: () => m.rhythm_end_open(),
};

export function chanceEnd({ end, by }: OpenChance, players: readonly string[]): string {
  return ENDS[end]({ name: by === null ? "" : players[by] });
}

/** A moment in two short lines. */
export function momentLines(moment: RoundMoment, players: readonly string[]): [string, string] {
  if (moment.kind === "error") {
    const { pile, fits } = moment.placement;
    const piles = formatList(fits.map((one) => `${one + 1}`));
    return [
      m.rhythm_moment_error({ pile: pile + 1 }),
      fits.length ? m.rhythm_moment_fits({ piles }) : m.rhythm_moment_fits_none(),
    ];
  }
  const { chance } = moment;
  const what = m.rhythm_moment({ pile: chance.pile + 1, end: chanceEnd(chance, players) });
  if (chance.open_ms === null) return [what, ""];
  const lay = m.rhythm_moment_open({ time: formatMs(chance.open_ms) });
  const behind = moment.kind === "race" ? moment.race.behind_ms : null;
  if (behind === null) return [what, lay];
  const pace = behind > 0 ? m.rhythm_moment_behind({ time: formatMs(behind) }) : m.rhythm_moment_in_time();
  return [what, `${lay} ${pace}`];
}

export function momentSentence(moment: RoundMoment, players: readonly string[]): string {
  const card = moment.kind === "error" ? moment.placement.card : moment.chance.card;
  const lines = momentLines(moment, players).join(". ");
  const when = formatWhen(moment.ms, moment.event);
  return m.rhythm_moment_told({ when, name: players[moment.seat], card: cardName(card), what: lines });
}
