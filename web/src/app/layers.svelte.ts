/**
 * The page, and the modal dialogs that are open above it. Below a modal dialog everything is inert and dimmed: what is to
 * be read or announced must be rendered in the top layer.
 */

import { untrack } from "svelte";

export type Layer = number;

/** Screen readers read what is added to a live region, but not what was in it when it appeared. */
const REGION_APPEARS_MS = 200;

/** The layer of the page itself. */
export const PAGE: Layer = 0;

const layers: { open: Layer[] } = $state({ open: [PAGE] });

let next = PAGE + 1;
/** When the top layer last changed, by ``performance.now()``. */
let changed = -Infinity;

export function topLayer(): Layer {
  return layers.open.at(-1)!;
}

/** Adds to the live region of the top layer, once that has been there for a moment. */
export function whenSettled(add: () => void): void {
  const wait = changed + REGION_APPEARS_MS - performance.now();
  // untrack: whoever announces something in an effect does not depend on what has been announced.
  if (wait > 0) setTimeout(add, wait);
  else untrack(add);
}

/** A modal dialog has opened. */
export function openLayer(): Layer {
  const layer = next++;
  // untrack: whoever opens a dialog in an effect does not depend on the others.
  layers.open = untrack(() => [...layers.open, layer]);
  changed = performance.now();
  return layer;
}

export function closeLayer(layer: Layer): void {
  layers.open = untrack(() => layers.open.filter((open) => open !== layer));
  changed = performance.now();
}
