/** Toasts: short notes at the bottom of the page, also read by screen readers. What needs an answer is a dialog instead. */

import { whenSettled, topLayer, type Layer } from "../app/layers.svelte";

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "problem";
  /** The layer above which it first appeared, whose live region reads it. */
  layer: Layer;
}

export const toasts: { shown: Toast[] } = $state({ shown: [] });

/** Five seconds, and more for longer notes. */
const lifetime = (text: string) => 5000 + 60 * text.length;

let next = 0;

export function toast(text: string, kind: Toast["kind"] = "info"): void {
  if (!text) return;
  whenSettled(() => {
    const id = next++;
    const others = toasts.shown.filter((other) => other.text !== text).slice(-2);
    toasts.shown = [...others, { id, text, kind, layer: topLayer() }];
    setTimeout(() => dismiss(id), lifetime(text));
  });
}

export function dismiss(id: number): void {
  toasts.shown = toasts.shown.filter((shown) => shown.id !== id);
}
