/** Keys of the keyboard as people choose them: which one an event means on any layout, and what it is called. */

import { m } from "../messages";
import { settings } from "./settings.svelte";

/** As ``KeyboardEvent.key`` names it, letters in lower case; empty where an action has none. */
export type Key = string;

/** A key for each action. */
export type KeyMap<Action extends string = string> = Record<Action, Key>;

type Pressed = Pick<KeyboardEvent, "key" | "code">;

const NAMES: Record<Key, () => string> = {
  " ": m.keys_space,
  Backspace: m.keys_backspace,
  Delete: m.keys_delete,
  Insert: m.keys_insert,
  Home: m.keys_home,
  End: m.keys_end,
  PageUp: m.keys_page_up,
  PageDown: m.keys_page_down,
  ArrowLeft: m.keys_left,
  ArrowRight: m.keys_right,
  ArrowUp: m.keys_up,
  ArrowDown: m.keys_down,
};

const SIGNS: Record<Key, string> = { Backspace: "⌫", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** In words, as it is read out. */
export function keyName(key: Key): string {
  return NAMES[key]?.() ?? key.toUpperCase();
}

/** As short as it is drawn. */
export function keySign(key: Key): string {
  return SIGNS[key] ?? keyName(key);
}

/** For ``aria-keyshortcuts``. */
export function keyShortcut(key: Key): string | undefined {
  return key === " " ? "Space" : key || undefined;
}

/** The row of digits has other signs on some keyboards (AZERTY): there the place of the key counts. */
function digit({ code }: Pressed): Key | undefined {
  return /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
}

function sign({ key }: Pressed): Key {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** The key to keep when somebody chooses it by pressing it; null where it cannot be chosen: Tab, Enter, a dead key … */
export function choosableKey(pressed: Pressed): Key | null {
  const key = digit(pressed) ?? sign(pressed);
  return key.length === 1 || key in NAMES ? key : null;
}

/** What a pressed key may have been chosen as, the likeliest first. */
function meanings(pressed: Pressed): Key[] {
  const own = sign(pressed);
  // Where letters are not Latin, the place of the key on a Latin keyboard counts.
  const latin =
    own.length === 1 && !/[a-z]/.test(own) ? /^Key([A-Z])$/.exec(pressed.code)?.[1].toLowerCase() : undefined;
  return [own, digit(pressed), latin].filter((key) => !!key) as Key[];
}

/** The action that a pressed key stands for. */
export function actionOf<Action extends string>(keys: KeyMap<Action>, pressed: Pressed): Action | null {
  const actions = Object.keys(keys) as Action[];
  for (const key of meanings(pressed)) {
    const action = actions.find((one) => keys[one] === key);
    if (action) return action;
  }
  return null;
}

/** The keys of a game as they were chosen on this device. */
export function chosenKeys<Action extends string>(game: string, defaults: KeyMap<Action>): KeyMap<Action> {
  const chosen = settings.keys[game] ?? {};
  const keys = { ...defaults };
  for (const action of Object.keys(defaults) as Action[])
    if (typeof chosen[action] === "string") keys[action] = chosen[action];
  return keys;
}

/** The same keys, but one. If another action has it already, the two change keys. */
export function withKey<Action extends string>(keys: KeyMap<Action>, action: Action, key: Key): KeyMap<Action> {
  const other = key && (Object.keys(keys) as Action[]).find((one) => one !== action && keys[one] === key);
  return { ...keys, ...(other ? { [other]: keys[action] } : {}), [action]: key };
}
