/** How the table is laid out in the window it has. Nothing depends on the cards: nothing moves when they do. */

export interface TableLayout {
  /** A phone: the hand at the foot, few words. */
  narrow: boolean;
  /** A phone on its side: the line beside the hand. */
  lying: boolean;
  /** A tablet held upright: everything below the other, and room for larger cards. */
  upright: boolean;
  /** A low window: the hand must be visible without scrolling. */
  compact: boolean;
  /** Many at the table on a phone, or a short phone. */
  packed: boolean;
  /** How others are drawn, and oneself. */
  others: SeatShape;
  own: SeatShape;
}

/** On a phone a `strip`; a `dense` one, where many sit at the table. */
export type SeatShape = "panel" | "strip" | "dense";

export function tableLayout(width: number, height: number, players: number): TableLayout {
  const lying = height < 480 && width >= 560;
  const narrow = lying || (width > 0 && width < 700);
  const upright = !narrow && width < 1000;
  const compact = !narrow && height < (upright ? 1050 : 800);
  const packed = narrow && !lying && (players > 4 || (players > 2 && height < 720));
  const strips = packed || (players > 3 && !lying) ? "dense" : "strip";
  return {
    narrow,
    lying,
    upright,
    compact,
    packed,
    others: narrow ? strips : height < 660 ? "strip" : "panel",
    own: !narrow ? "panel" : packed || lying ? "dense" : players > 2 ? "strip" : "panel",
  };
}
