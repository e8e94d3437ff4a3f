/** What a screen reader is told: one line after the other, each spoken though it be the same as before. */

import { untrack } from "svelte";

export const announcements: { lines: { id: number; text: string }[] } = $state({ lines: [] });

let next = 0;

export function announce(text: string): void {
  if (!text) return;
  // A few lines stay: what is removed too soon is not read out.
  // Whatever effect says something does not depend on what was said before.
  announcements.lines = untrack(() => [...announcements.lines.slice(-7), { id: next++, text }]);
}
