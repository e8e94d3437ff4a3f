/** The keys of a round: each action has one, which players may change or turn off (WCAG 2.1.4). */

import { actionOf, chosenKeys, keyName, type KeyMap } from "../../app/keys";
import { m } from "../../messages";

export type KeyAction = "flip" | "pile1" | "pile2" | "pile3" | "back" | "read" | "others";

export const STANDARD_KEYS: KeyMap<KeyAction> = {
  flip: " ",
  pile1: "1",
  pile2: "2",
  pile3: "3",
  back: "Backspace",
  read: "p",
  others: "o",
};

/** By pile. */
export const PILE_ACTIONS = ["pile1", "pile2", "pile3"] as const;

export const KEY_LABELS: Record<KeyAction, () => string> = {
  flip: m.nimble_keyboard_flip,
  pile1: () => m.nimble_keyboard_pile({ number: 1 }),
  pile2: () => m.nimble_keyboard_pile({ number: 2 }),
  pile3: () => m.nimble_keyboard_pile({ number: 3 }),
  back: m.nimble_keyboard_back,
  read: m.nimble_keyboard_read,
  others: m.nimble_keyboard_others,
};

export function roundKeys(): KeyMap<KeyAction> {
  return chosenKeys("nimble", STANDARD_KEYS);
}

/** All keys in one sentence, for whoever hears them. */
export function keysSentence(keys: KeyMap<KeyAction>): string {
  const parts = (Object.keys(KEY_LABELS) as KeyAction[])
    .filter((action) => keys[action])
    .map((action) => m.nimble_keyboard_key({ key: keyName(keys[action]), action: KEY_LABELS[action]() }));
  return parts.length ? parts.join(" ") : m.nimble_keyboard_none();
}

export interface KeyActions {
  /** Whoever only looks can hear the piles and the players, and no more. */
  playing(): boolean;
  next(): void;
  back(): void;
  place(pile: number): void;
  read(): void;
  others(): void;
}

/** Whether a key means something else where the keyboard is: somebody writes, or another control has it. */
function elsewhere(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("input, textarea, select, [contenteditable], dialog, [role=dialog]")) return true;
  // Space on a button that is no card of ours presses that button.
  return key === " " && !target.closest("[data-zone]") && target.closest("button, a, summary, [tabindex='0']") !== null;
}

export function keyHandler(does: KeyActions): (event: KeyboardEvent) => void {
  const deeds: Record<KeyAction, () => void> = {
    flip: does.next,
    pile1: () => does.place(0),
    pile2: () => does.place(1),
    pile3: () => does.place(2),
    back: does.back,
    read: does.read,
    others: does.others,
  };
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (elsewhere(event.target, event.key)) return;
    const action = actionOf(roundKeys(), event);
    if (!action || (!does.playing() && action !== "read" && action !== "others")) return;
    // Else the page would scroll, or a focused card be pressed as well.
    event.preventDefault();
    if (!event.repeat) deeds[action]();
  };
}

/** Some browsers press a focused button when space is let go, even if its press was prevented. */
export function suppressSpace(event: KeyboardEvent): void {
  if (event.key !== " " || !actionOf(roundKeys(), event)) return;
  if (event.target instanceof HTMLElement && event.target.closest("[data-zone]")) event.preventDefault();
}
