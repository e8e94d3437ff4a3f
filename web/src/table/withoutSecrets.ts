/** What lies open on a table: a face and its explanations without what only one seat may see. */

import type { Face, NimbleView, ParadeGuide, ParadeView } from "../net/wire";

/** The same table as somebody who only watches sees it. */
export function withoutSecrets(face: Face): Face {
  return face.view ? ({ ...face, view: viewWithoutSecrets(face.view) } as Face) : face;
}

export function viewWithoutSecrets(view: ParadeView | NimbleView): ParadeView | NimbleView {
  if ("hand" in view) return { ...view, seat: null, hand: [], discard: null };
  return { ...view, seat: null, discard: [], remembered: [] };
}

/** Of the explanations, those that anybody may read. */
export function guideWithoutSecrets(guide: ParadeGuide | null): ParadeGuide | null {
  return guide && { ...guide, cards: {}, aside: {} };
}
