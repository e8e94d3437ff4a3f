/** What lies open on a table: a face and its explanations without what only one seat may see. */

import type { TableView, NimbleView, ParadeExplanation, ParadeView } from "./wire";

/** The same table as somebody who only watches sees it. */
export function openly(face: TableView): TableView {
  return face.view ? ({ ...face, view: openView(face.view) } as TableView) : face;
}

export function openView(view: ParadeView | NimbleView): ParadeView | NimbleView {
  if ("hand" in view) return { ...view, seat: null, hand: [], discard: null };
  return { ...view, seat: null, discard: [], remembered: [] };
}

/** Of the explanations, those that anybody may read. */
export function openGuide(guide: ParadeExplanation | null): ParadeExplanation | null {
  return guide && { ...guide, cards: {}, aside: {} };
}
