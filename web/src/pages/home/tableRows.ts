/** The person's tables as rows of the home page: which, in which order, and what each says. */

import { formatList, formatWeekdayTime, timeLeft } from "../../app/format";
import { seatedNames } from "../../games/bots";
import { m } from "../../messages";
import type { TableSummary } from "../../net/wire";

/** ``set_aside``: the server cannot read the table at the moment. */
const SHOWN_PHASES = ["gathering", "playing", "set_aside"];

/**
 * The tables to be shown: those that wait for the person first, unreadable ones last, then by date. ``kept`` are the ids of
 * the rows that are there and must not move, because somebody is about to press one.
 */
export function orderedTables(tables: TableSummary[], kept: string[] = []): TableSummary[] {
  const shown = tables.filter(({ phase }) => SHOWN_PHASES.includes(phase));
  const place = ({ id }: TableSummary) => (kept.includes(id) ? kept.indexOf(id) : kept.length);
  const rank = ({ phase, waiting_for_you }: TableSummary) => (phase === "set_aside" ? 2 : waiting_for_you ? 0 : 1);
  return shown.sort(
    (one, other) =>
      place(one) - place(other) || rank(one) - rank(other) || other.at - one.at || (one.id < other.id ? -1 : 1),
  );
}

/** Who else sits there; all names where several of them play on this device. */
export function otherNames({ seats, mine }: TableSummary): string {
  const names = seatedNames(seats).filter((name, seat) => name && (mine.length > 1 || !mine.includes(seat)));
  return names.length ? formatList(names) : m.home_alone();
}

/** What the person has to do there. */
export function toDo({ phase }: TableSummary): string {
  return phase === "gathering" ? m.home_ready() : m.home_your_turn();
}

/** What goes on there while it does not wait for the person. */
export function doing({ phase, seats, waiting }: TableSummary): string {
  if (phase === "gathering" && !waiting.length) return m.home_gathering();
  const names = seatedNames(seats);
  return waiting.length ? m.home_turn_of({ names: formatList(waiting.map((seat) => names[seat])) }) : m.home_playing();
}

/** The deadline of the move that is waited for; empty without a clock. */
export function deadlineText({ deadline }: TableSummary, now: number): string {
  return deadline === null ? "" : timeLeft(deadline, now);
}

/** What tells a table apart from another with the same people: which game it is, and when that began. */
export function distinction(table: TableSummary, all: TableSummary[]): string {
  const twins = all.filter((other) => other.game === table.game && otherNames(other) === otherNames(table));
  if (twins.length < 2 || table.phase !== "playing") return "";
  const began = m.home_began({ when: formatWeekdayTime(table.begins) });
  return table.number > 1 ? `${m.home_game_number({ number: table.number })}, ${began}` : began;
}
