/** Short notes that come and go at the foot of the page, spoken too. What must be answered is a dialog instead. */

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "problem";
}

export const toasts: { shown: Toast[] } = $state({ shown: [] });

/** Long enough to be read slowly: five seconds, and more for longer notes. */
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
