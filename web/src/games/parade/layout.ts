/** The layout of the table. It depends on the window only, not on the cards: nothing jumps when they change. */

export interface TableLayout {
  /** A phone: the hand at the bottom, few words. */
  narrow: boolean;
  /** A phone in landscape: the line beside the hand. */
  lying: boolean;
  /** A tablet in portrait: everything stacked, with larger cards. */
  upright: boolean;
  /** A low window: the hand must be visible without scrolling. */
  compact: boolean;
  /** Many players on a phone, or a short phone. */
  packed: boolean;
  /** How the others are drawn, and the viewer. */
  others: SeatShape;
  own: SeatShape;
}

/** On a phone a `strip`; `dense` with many players. */
export type SeatShape = "panel" | "strip" | "dense";

/** The table's bar, which is part of the window. */
export const BAR_HEIGHT_PX = 56;

/** ``replay``: nothing is asked of the viewer, and the controls take room away. */
export function tableLayout(width: number, height: number, players: number, replay = false): TableLayout {
  const lying = height < 480 && width >= 560;
  const narrow = lying || (width > 0 && width < 700);
  // A laptop's window beside the moves is as narrow as a tablet, but not as high.
  const upright = !narrow && width < 1000 && height > 1.15 * width;
  const compact = !narrow && height < (upright ? 1050 : 840);
  const packed = narrow && !lying && (players > 4 || (players > 2 && height < 720));
  const strips = packed || (lying ? replay && players > 4 : players > 3) ? "dense" : "strip";
  return {
    narrow,
    lying,
    upright,
    compact,
    packed,
    others: narrow ? strips : height < 660 ? "strip" : "panel",
    own: !narrow ? "panel" : packed || lying ? "dense" : players > 2 || replay ? "strip" : "panel",
  };
}
