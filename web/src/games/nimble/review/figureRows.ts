/** The figures of a round, a row each, for everybody and for one's own earlier rounds. */

import { formatNumber, formatPercent } from "../../../app/format";
import { m } from "../../../messages";
import type { KeptFigures } from "./earlierRounds";
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

interface Figure {
  name: () => string;
  /** Whether it needs a clock. */
  timed: boolean;
  value: (seat: SeatRhythm) => number | null;
  show: (seat: SeatRhythm) => string;
  better: "less" | "more" | null;
  earlier?: (figures: KeptFigures) => string;
}

/** In a table the unit stands beside the name: columns are narrow. */
const inMs = (name: () => string) => () => m.rhythm_in_ms({ name: name() });
const duration = (ms: number | null) => (ms === null ? "–" : formatNumber(Math.round(ms)));
const rate = (value: number | null) => (value === null ? "–" : formatNumber(value, 1));
const share = (value: number | null) => (value === null ? "–" : formatPercent(value));

const FIGURES: Figure[] = [
  {
    name: m.rhythm_figure_left,
    timed: false,
    value: (seat) => seat.left,
    show: (seat) => formatNumber(seat.left),
    better: "less",
  },
  {
    name: m.rhythm_figure_errors,
    timed: false,
    value: (seat) => seat.errors,
    show: (seat) => formatNumber(seat.errors),
    better: "less",
    earlier: ({ errors }) => rate(errors),
  },
  {
    name: m.rhythm_figure_taken,
    timed: false,
    value: (seat) => seat.figures.share_taken,
    show: ({ figures: { share_taken } }) => share(share_taken),
    better: "more",
    earlier: ({ share_taken }) => share(share_taken),
  },
  {
    name: inMs(m.rhythm_figure_hesitation),
    timed: true,
    value: (seat) => seat.figures.median_hesitation_ms,
    show: (seat) => duration(seat.figures.median_hesitation_ms),
    better: "less",
    earlier: ({ median_hesitation_ms }) => duration(median_hesitation_ms),
  },
  {
    name: inMs(m.rhythm_figure_shown),
    timed: true,
    value: (seat) => seat.figures.median_shown_ms,
    show: (seat) => duration(seat.figures.median_shown_ms),
    better: "less",
    earlier: ({ median_shown_ms }) => duration(median_shown_ms ?? null),
  },
  {
    name: m.rhythm_figure_races,
    timed: false,
    value: () => null,
    show: ({ figures: { races_won, races_lost } }) => m.rhythm_won_lost({ won: races_won, lost: races_lost }),
    better: null,
  },
  {
    name: inMs(m.rhythm_figure_missed),
    timed: true,
    value: (seat) => seat.figures.longest_missed_ms,
    show: (seat) => duration(seat.figures.longest_missed_ms),
    better: "less",
    earlier: ({ longest_missed_ms }) => duration(longest_missed_ms),
  },
  {
    name: inMs(m.rhythm_figure_gap),
    timed: true,
    value: (seat) => seat.figures.longest_gap_ms,
    show: (seat) => duration(seat.figures.longest_gap_ms),
    better: "less",
    earlier: ({ longest_gap_ms }) => duration(longest_gap_ms),
  },
  {
    name: m.rhythm_figure_flips,
    timed: true,
    value: () => null,
    show: (seat) => rate(seat.figures.flips_per_minute),
    better: null,
    earlier: ({ flips_per_minute }) => rate(flips_per_minute),
  },
  {
    name: m.rhythm_figure_placements,
    timed: true,
    value: (seat) => seat.figures.placements_per_minute,
    show: (seat) => rate(seat.figures.placements_per_minute),
    better: "more",
    earlier: ({ placements_per_minute }) => rate(placements_per_minute),
  },
];

export function figureRows(report: NimbleReport, earlier: KeptFigures | null): FigureRow[] {
  return FIGURES.filter(({ timed }) => report.timed || !timed).map((figure) => ({
    name: figure.name(),
    cells: report.seats.map(figure.show),
    earlier: earlier && figure.earlier ? figure.earlier(earlier) : "",
    best: bestSeats(report.seats.map(figure.value), figure.better),
  }));
}

/** Who does best; nobody where all do alike. */
function bestSeats(values: (number | null)[], better: Figure["better"]): number[] {
  const known = values.filter((value) => value !== null);
  if (!better || !known.length) return [];
  const best = better === "less" ? Math.min(...known) : Math.max(...known);
  const seats = [...values.keys()].filter((seat) => values[seat] === best);
  return seats.length < values.length ? seats : [];
}
