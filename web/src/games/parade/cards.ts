/** Cards of Parade as their text says them: `R10` is the red 10. */

import type { ParadeCard } from "../../net/wire";
import { m } from "../../messages";
import { colourName } from "../colourNames";

/** The colours in the order of every table and sheet. */
export const COLOURS = ["R", "B", "V", "G", "S", "O"] as const;

export type Colour = (typeof COLOURS)[number];

export const colourOf = (card: ParadeCard): Colour => card[0] as Colour;

export const valueOf = (card: ParadeCard): number => Number(card.slice(1));

export interface Group {
  colour: Colour;
  cards: ParadeCard[];
}

/** Cards by colour, each colour lowest first; colours that are not there are left out. */
export function grouped(cards: readonly ParadeCard[]): Group[] {
  return COLOURS.map((colour) => ({
    colour,
    cards: cards.filter((card) => colourOf(card) === colour).sort((one, other) => valueOf(one) - valueOf(other)),
  })).filter((group) => group.cards.length > 0);
}

/** "red 3" for R3. */
export function cardName(card: ParadeCard): string {
  return m.games_parade_card({ colour: colourName(card[0]), value: card.slice(1) });
}

/** A card within a sentence: in French with its article. */
export function theCard(card: ParadeCard): string {
  return m.parade_the_card({ colour: colourName(card[0]), value: card.slice(1) });
}
