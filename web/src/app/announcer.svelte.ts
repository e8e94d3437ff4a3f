/** Lines for the live region of screen readers; each has an id, so that a repeated text is read again. */

import { untrack } from "svelte";

export const announcements: { lines: { id: number; text: string }[] } = $state({ lines: [] });

let next = 0;

export function announce(text: string): void {
  if (!text) return;
  // Keep a few lines: screen readers skip what is removed too soon.
  // untrack: announcing must not subscribe the calling effect to the announcements.
  announcements.lines = untrack(() => [...announcements.lines.slice(-7), { id: next++, text }]);
}
