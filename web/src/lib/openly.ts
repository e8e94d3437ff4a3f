/** What lies open on a table: a face and its explanations without what only one seat may see. */

import type { Face, ParadeGuide } from "./wire";

/** The same table as somebody who only watches sees it. */
export function openly(face: Face): Face {
  if (!face.view) return face;
  if (face.game === "parade") return { ...face, view: { ...face.view, seat: null, hand: [], discard: null } };
  return { ...face, view: { ...face.view, seat: null, discard: [], remembered: [] } };
}

/** Of the explanations, those that anybody may read. */
export function openGuide(guide: ParadeGuide | null): ParadeGuide | null {
  return guide && { ...guide, cards: {}, aside: {} };
}
