/** How the line is laid into the space it has: rows of cards as large as they can be. */

export interface LineLayout {
  columns: number;
  /** The width of a card, in pixels. */
  card: number;
}

/** Under each card runs the strip with its number; cards are 5 to 7. */
const STRIP = 22;
export const GAP = 6;
/** Smaller cards are hard to read. */
const LEAST = 44;

export function lineLayout(slots: number, width: number, height: number, most: number): LineLayout {
  let best: LineLayout = { columns: slots, card: 0 };
  for (let rows = 1; rows <= slots; rows++) {
    const columns = Math.ceil(slots / rows);
    const wide = (width - GAP * (columns - 1)) / columns;
    const high = ((height - GAP * (rows - 1)) / rows - STRIP) / 1.4;
    const card = Math.floor(Math.min(wide, high, most));
    // Fewer rows read better: more of them must make the cards plainly larger, unless they are too small to be read.
    if (card > best.card * (best.card < LEAST ? 1 : 1.25)) best = { columns, card };
  }
  return best;
}

/**
 * How high the ground of the line must be on a phone, in rem: a row more for every seven cards that do not fit, or for
 * every eight where many sit at the table, so that one's own cards are not pushed out of the window.
 */
export function leastHeight(cards: number, packed = false): number {
  if (packed) return cards < 16 ? 14 : cards < 24 ? 18 : 23;
  return cards < 14 ? 15 : cards < 21 ? 20 : 25;
}
