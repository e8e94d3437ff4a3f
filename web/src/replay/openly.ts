/** With all hands open the table itself shows what lies open, and the hands lie beside it: so it never turns round. */

import type { AnyView } from "./reel";

export function openly(view: AnyView): AnyView {
  if ("hand" in view) return { ...view, seat: null, hand: [], discard: null };
  return { ...view, seat: null, discard: [], remembered: [] };
}
