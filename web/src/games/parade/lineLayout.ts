/** The layout of the line: rows of cards as large as the space allows. */

export interface LineLayout {
  columns: number;
  /** The width of a card, in pixels. */
  card: number;
}

/** Under each card is a strip with its number; cards are 5 : 7. */
const STRIP_HEIGHT_PX = 22;
export const GAP_PX = 6;
/** Smaller cards are hard to read. */
const MIN_CARD_PX = 44;

export function lineLayout(slots: number, width: number, height: number, most: number): LineLayout {
  let best: LineLayout = { columns: slots, card: 0 };
  for (let rows = 1; rows <= slots; rows++) {
    const columns = Math.ceil(slots / rows);
    const wide = (width - GAP_PX * (columns - 1)) / columns;
    const high = ((height - GAP_PX * (rows - 1)) / rows - STRIP_HEIGHT_PX) / 1.4;
    const card = Math.floor(Math.min(wide, high, most));
    // Prefer fewer rows: another row must make the cards much larger, unless they are too small to read.
    if (card > best.card * (best.card < MIN_CARD_PX ? 1 : 1.25)) best = { columns, card };
  }
  return best;
}

/**
 * The minimum height of the line on a phone, in rem: another row for every seven cards that do not fit, or for
 * every eight with many players, so that one's own cards stay in the window.
 */
export function leastHeight(cards: number, packed = false): number {
  if (packed) return cards < 16 ? 14 : cards < 24 ? 18 : 23;
  return cards < 14 ? 15 : cards < 21 ? 20 : 25;
}
