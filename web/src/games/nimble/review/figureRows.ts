/** The figures of a round, a row each, for everybody and for one's own earlier rounds. */

import { formatNumber, formatPercent } from "../../../app/format";
import { m } from "../../../messages";
import { earlierMedian, type EarlierRound, type FigureName } from "./earlierRounds";
import type { NimbleReport, SeatRhythm } from "./report";

export interface FigureRow {
  name: string;
  /** By seat. */
  cells: string[];
  /** Of one's own earlier rounds; empty where that is not kept. */
  earlier: string;
  /** The seats that do best; empty where nobody does better, or where more is not better. */
  best: number[];
}

export interface Figure {
  name: () => string;
  /** Whether it needs a clock. */
  timed: boolean;
  /** Its name in a report; absent where it is none of those. */
  key?: FigureName;
  value: (seat: SeatRhythm) => number | null;
  format: (value: number | null) => string;
  /** Where several numbers make it. */
  show?: (seat: SeatRhythm) => string;
  better: "less" | "more" | null;
}

const whole = (value: number | null) => (value === null ? "–" : formatNumber(Math.round(value)));
const rate = (value: number | null) => (value === null ? "–" : formatNumber(value, 1));
const share = (value: number | null) => (value === null ? "–" : formatPercent(value));

/** A figure that reports have by this name. */
const of = (key: FigureName, name: () => string, figure: Pick<Figure, "timed" | "format" | "better">): Figure => ({
  ...figure,
  key,
  name,
  value: ({ figures }) => figures[key],
});
/** In a table the unit stands beside the name: columns are narrow. */
const duration = (key: FigureName, name: () => string): Figure =>
  of(key, () => m.rhythm_in_ms({ name: name() }), { timed: true, format: whole, better: "less" });

const FIGURES: Figure[] = [
  { name: m.rhythm_figure_left, timed: false, value: ({ left }) => left, format: whole, better: "less" },
  of("errors", m.rhythm_figure_errors, { timed: false, format: rate, better: "less" }),
  of("share_taken", m.rhythm_figure_taken, { timed: false, format: share, better: "more" }),
  duration("median_hesitation_ms", m.rhythm_figure_hesitation),
  duration("median_shown_ms", m.rhythm_figure_shown),
  {
    name: m.rhythm_figure_races,
    timed: false,
    value: () => null,
    format: whole,
    show: ({ figures: { races_won, races_lost } }) => m.rhythm_won_lost({ won: races_won, lost: races_lost }),
    better: null,
  },
  duration("longest_missed_ms", m.rhythm_figure_missed),
  duration("longest_gap_ms", m.rhythm_figure_gap),
  of("flips_per_minute", m.rhythm_figure_flips, { timed: true, format: rate, better: null }),
  of("placements_per_minute", m.rhythm_figure_placements, { timed: true, format: rate, better: "more" }),
];

/** The figures by which rounds are compared one by one. */
const COMPARED: FigureName[] = ["median_hesitation_ms", "share_taken", "placements_per_minute", "errors"];
export const comparedFigures = ({ timed }: NimbleReport): (Figure & { key: FigureName })[] =>
  COMPARED.flatMap((key) => FIGURES.filter((figure) => figure.key === key && (timed || !figure.timed))) as (Figure & {
    key: FigureName;
  })[];

export function figureRows(report: NimbleReport, rounds: readonly EarlierRound[]): FigureRow[] {
  return FIGURES.filter(({ timed }) => report.timed || !timed).map((figure) => ({
    name: figure.name(),
    cells: report.seats.map(figure.show ?? ((seat) => cell(figure, seat))),
    earlier: rounds.length && figure.key ? figure.format(earlierMedian(rounds, figure.key)) : "",
    best: bestSeats(report.seats.map(figure.value), figure.better),
  }));
}

/** Of one round, errors are a whole number. */
function cell({ key, value, format }: Figure, seat: SeatRhythm): string {
  return (key === "errors" ? whole : format)(value(seat));
}

/** Who does best; nobody where all do alike. */
function bestSeats(values: (number | null)[], better: Figure["better"]): number[] {
  const known = values.filter((value) => value !== null);
  if (!better || !known.length) return [];
  const best = better === "less" ? Math.min(...known) : Math.max(...known);
  const seats = [...values.keys()].filter((seat) => values[seat] === best);
  return seats.length < values.length ? seats : [];
}
