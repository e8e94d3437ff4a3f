/** Toasts: short notes at the bottom of the page, also announced. What needs an answer is a dialog instead. */

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "problem";
}

export const toasts: { shown: Toast[] } = $state({ shown: [] });

/** Five seconds, and more for longer notes. */
const lifetime = (text: string) => 5000 + 60 * text.length;

let next = 0;

export function toast(text: string, kind: Toast["kind"] = "info"): void {
  if (!text) return;
  const id = next++;
  toasts.shown = [...toasts.shown.filter((other) => other.text !== text).slice(-2), { id, text, kind }];
  setTimeout(() => dismiss(id), lifetime(text));
}

export function dismiss(id: number): void {
  toasts.shown = toasts.shown.filter((shown) => shown.id !== id);
}
