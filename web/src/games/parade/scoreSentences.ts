/** The score, counted colour by colour with running totals. */

import { formatList } from "../../app/format";
import { colourName } from "../colourNames";
import type { ParadeCard, ParadeColourLine } from "../../net/wire";
import { m } from "../../messages";
import { COLOURS, type Colour } from "./cards";

export type Sheet = readonly (readonly ParadeColourLine[])[];

export interface Counted {
  seat: number;
  cards: ParadeCard[];
  turned: boolean;
  points: number;
}

/** Everyone's cards of a colour. */
export function ofColour(sheet: Sheet, colour: Colour): Counted[] {
  return sheet.map((lines, seat) => {
    const line = lines.find((line) => line.colour === colour);
    return { seat, cards: line?.cards ?? [], turned: line?.turned ?? false, points: line?.points ?? 0 };
  });
}

/** Points per seat after the first ``colours`` colours. */
export function totals(sheet: Sheet, colours: number): number[] {
  const counted: readonly string[] = COLOURS.slice(0, colours);
  return sheet.map((lines) => lines.reduce((sum, line) => sum + (counted.includes(line.colour) ? line.points : 0), 0));
}

/** Who turns the colour over, in a sentence. */
export function majoritySentence(
  sheet: Sheet,
  colour: Colour,
  players: readonly string[],
  mine: number | null,
): string {
  const lines = ofColour(sheet, colour);
  const most = lines.filter(({ turned }) => turned).map(({ seat }) => seat);
  const named = { colour: colourName(colour), names: formatList(most.map((seat) => players[seat])) };
  if (lines.every(({ cards }) => cards.length === 0)) return m.parade_score_empty(named);
  // Only with two players (P9): of more, somebody always has the most.
  if (most.length === 0) return m.parade_score_nobody(named);
  if (most.length > 1) return m.parade_score_most_shared(named);
  return most[0] === mine ? m.parade_score_most_yours(named) : m.parade_score_most(named);
}

export function winnerSentence(players: readonly string[], winners: readonly number[], mine: number | null): string {
  const others = winners.filter((seat) => seat !== mine).map((seat) => players[seat]);
  if (mine !== null && winners.includes(mine))
    return others.length ? m.parade_won_you_shared({ names: formatList(others) }) : m.parade_won_you();
  return others.length > 1 ? m.won_shared({ names: formatList(others) }) : m.won_alone({ name: formatList(others) });
}

/** Places by the fewest points and then the fewest cards (P10), where the server does not tell them: on the score pad. */
export function placesOf(scores: readonly number[], cards: readonly number[]): { place: number }[] {
  const better = (one: number, other: number) =>
    scores[one] < scores[other] || (scores[one] === scores[other] && cards[one] < cards[other]);
  const seats = [...scores.keys()];
  return seats.map((seat) => ({ place: 1 + seats.filter((other) => better(other, seat)).length }));
}

/** What broke a tie of scores; empty where there was none. */
export function tieBreakSentence(
  players: readonly string[],
  scores: readonly number[],
  cards: readonly number[],
  winners: readonly number[],
  tied: boolean,
): string {
  if (!tied) return "";
  const points = Math.min(...scores);
  const level = players.flatMap((name, seat) => (scores[seat] === points ? [{ name, count: cards[seat] }] : []));
  const named = { names: formatList(level.map(({ name }) => name)), points };
  return winners.length === level.length
    ? m.parade_score_shared(named)
    : m.parade_score_tied({ ...named, cards: formatList(level.map((one) => m.parade_score_tied_cards(one))) });
}
