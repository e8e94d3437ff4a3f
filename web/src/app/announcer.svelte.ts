/** Lines for the live regions of screen readers; each has an id, so that a repeated text is read again. */

import { topLayer, whenSettled, type Layer } from "./layers.svelte";

interface Line {
  id: number;
  text: string;
  /** Whose live region has it: the top layer when it was said, since the others are inert. */
  layer: Layer;
}

export const announcements: { lines: Line[] } = $state({ lines: [] });

let next = 0;

export function announce(text: string): void {
  if (!text) return;
  whenSettled(() => {
    // Keep a few lines: screen readers skip what is removed too soon.
    announcements.lines = [...announcements.lines.slice(-7), { id: next++, text, layer: topLayer() }];
  });
}
