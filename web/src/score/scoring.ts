/**
 * The score of Parade (P8 to P10), as Python's `wonderland.games.parade.scoring` counts it. Duplicated here because
 * the score pad works without a server. Both are tested on the same cases.
 */

import type { ParadeCard, ParadeColourLine } from "../net/wire";
import { COLOURS, colourOf, valueOf, type Colour } from "../games/parade/cards";

export const VALUES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** The end of a game: scores and cards by seat, majorities by colour, and who won. */
export interface Outcome {
  scores: number[];
  /** How many cards each player has in front, turned or not. */
  cards: number[];
  /** Per colour, the seats that turned theirs over, ascending; empty where nobody did. */
  majorities: Record<Colour, number[]>;
  winners: number[];
  /** Per seat, one line for each colour the player has. */
  sheet: ParadeColourLine[][];
  /** Several had the lowest score, so the number of cards decided or was equal too (P10). */
  tied: boolean;
}

/**
 * The seats that turn a colour over, given how many cards of it each has. Everyone tied for the most does (P8); of two
 * players it takes two cards more than the other (P9).
 */
export function majority(counts: number[]): number[] {
  const most = Math.max(...counts);
  if (most === 0 || (counts.length === 2 && most - Math.min(...counts) < 2)) return [];
  return seatsWith(counts, most);
}

/** Score the cards in front of each player, the two last hand cards included. */
export function score(front: ParadeCard[][]): Outcome {
  const counts = (colour: Colour) => front.map((cards) => cards.filter((card) => colourOf(card) === colour).length);
  const majorities = Object.fromEntries(COLOURS.map((colour) => [colour, majority(counts(colour))])) as Record<
    Colour,
    number[]
  >;
  const sheet = front.map((cards, seat) => lines(seat, cards, majorities));
  const scores = sheet.map((lines) => sum(lines.map((line) => line.points)));
  const cards = front.map((cards) => cards.length);
  const lowest = seatsWith(scores, Math.min(...scores));
  const fewest = Math.min(...lowest.map((seat) => cards[seat]));
  const winners = lowest.filter((seat) => cards[seat] === fewest);
  return { scores, cards, majorities, winners, sheet, tied: lowest.length > 1 };
}

function lines(seat: number, cards: ParadeCard[], majorities: Record<Colour, number[]>): ParadeColourLine[] {
  return COLOURS.flatMap((colour) => {
    const own = cards.filter((card) => colourOf(card) === colour).sort((one, other) => valueOf(one) - valueOf(other));
    if (!own.length) return [];
    const turned = majorities[colour].includes(seat);
    return [{ colour, cards: own, turned, points: turned ? own.length : sum(own.map(valueOf)) }];
  });
}

function seatsWith(numbers: number[], wanted: number): number[] {
  return numbers.flatMap((number, seat) => (number === wanted ? [seat] : []));
}

export function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
