/** The cards in front of a player as the table draws them: one place for each colour, counted by the server's sheet. */

import type { ParadeCard, ParadeColourLine } from "../../net/wire";
import { COLOURS, grouped, type Colour } from "./cards";

export interface Column {
  colour: Colour;
  cards: ParadeCard[];
  /** Null before they are counted. */
  line: ParadeColourLine | null;
}

/** All six colours, so that each keeps its place on the table. */
export function columns(cards: readonly ParadeCard[], sheet: readonly ParadeColourLine[] | undefined): Column[] {
  const found = grouped(cards);
  return COLOURS.map((colour) => ({
    colour,
    cards: found.find((group) => group.colour === colour)?.cards ?? [],
    line: sheet?.find((line) => line.colour === colour) ?? null,
  }));
}

/** The points of the cards in front; null before they are counted. */
export function points(sheet: readonly ParadeColourLine[] | undefined): number | null {
  return sheet ? sheet.reduce((sum, line) => sum + line.points, 0) : null;
}
