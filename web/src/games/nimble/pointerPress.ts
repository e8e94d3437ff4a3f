/** Multi-touch presses: browsers fire click for the primary pointer only. */

import type { Attachment } from "svelte/attachments";
import { within } from "../pointerBox";

/**
 * ``down``: fires at once, for actions that can be undone. ``up``: fires on release over the same element, so that a
 * finger may slide away to cancel. Keys and screen readers fire click.
 */
export function press(act: () => void, when: "down" | "up"): Attachment<HTMLElement> {
  return (node) => {
    let held: number | null = null;
    let pointed = false;
    const down = (event: PointerEvent) => {
      if (event.button) return;
      pointed = true;
      if (when === "down") act();
      else held = event.pointerId;
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== held) return;
      held = null;
      if (within(node.getBoundingClientRect(), event.clientX, event.clientY)) act();
    };
    const cancel = () => (held = null);
    const click = (event: MouseEvent) => {
      if (event.detail && pointed) pointed = false;
      else act();
    };
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", cancel);
    node.addEventListener("click", click);
    return () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", cancel);
      node.removeEventListener("click", click);
    };
  };
}
