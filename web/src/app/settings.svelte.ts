/** What a person has chosen on this device. Kept by the browser; works without, too. */

import { bestMatch, isLanguage, languages, speakAs, type Language } from "./language";
import { onStoredChange, writeStored, readStoredObject } from "./storage";

export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "full" | "reduced";

const KEY = "wonderland";

interface Kept {
  language: Language;
  theme: Theme;
  motion: Motion;
  sound: boolean;
  /** Ask for confirmation before a card is played, in games that offer it. */
  confirm: boolean;
  /** How many games of each kind have been finished here: hints fade after the first ones. */
  games: Record<string, number>;
  /** Whom we last played against, by game. */
  opponents: Record<string, string[]>;
}

function browserLanguage(): Language {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const found = bestMatch(wanted, languages);
    if (found) return found;
  }
  return languages[0];
}

function load(): Kept {
  const usual: Kept = {
    language: browserLanguage(),
    theme: "system",
    motion: "system",
    sound: true,
    confirm: false,
    games: {},
    opponents: {},
  };
  const kept = { ...usual, ...alike(usual, readStoredObject(KEY)) };
  return isLanguage(kept.language) ? kept : { ...kept, language: usual.language };
}

/** What was kept, as far as it is of the right kind: another version of the app may have written it. */
function alike(usual: Kept, kept: object): Partial<Kept> {
  const fits = ([name, value]: [string, unknown]) =>
    name in usual && value !== null && typeof value === typeof usual[name as keyof Kept];
  return Object.fromEntries(Object.entries(kept).filter(fits));
}

export const settings: Kept = $state(load());

// What is chosen in another tab counts here, too.
onStoredChange(KEY, () => Object.assign(settings, load()));

/**
 * Change a setting, and keep it beside what other tabs have chosen. What is only a part of a setting, or counts on, is
 * given as a function of the setting as it is kept.
 */
export function changeSetting<Name extends keyof Kept>(
  name: Name,
  value: Kept[Name] | ((kept: Kept[Name]) => Kept[Name]),
): void {
  const kept = readStoredObject(KEY);
  const before = (alike(settings, kept)[name] ?? settings[name]) as Kept[Name];
  settings[name] = typeof value === "function" ? value(before) : value;
  writeStored(KEY, { ...kept, [name]: settings[name] });
}

// Messages ask for the language whenever they are read, so every text on the page follows a change at once.
speakAs(() => settings.language);

/** What the system wishes, as it changes. */
function wish(query: string): () => boolean {
  const asked = matchMedia(query);
  let wished = $state(asked.matches);
  asked.addEventListener("change", () => (wished = asked.matches));
  return () => wished;
}

const systemIsStill = wish("(prefers-reduced-motion: reduce)");
const systemIsDark = wish("(prefers-color-scheme: dark)");

/** Whether things may move. */
export function motionAllowed(): boolean {
  return settings.motion === "system" ? !systemIsStill() : settings.motion === "full";
}

function theme(): "light" | "dark" {
  if (settings.theme !== "system") return settings.theme;
  return systemIsDark() ? "dark" : "light";
}

/** Milliseconds of a motion; none where things should not move. */
export function motionDuration(milliseconds: number): number {
  return motionAllowed() ? milliseconds : 0;
}

/** The document follows the settings: its language, its theme, whether it moves. To be called once, in an effect root. */
export function applySettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.language;
    root.dataset.theme = theme();
    root.dataset.motion = motionAllowed() ? "full" : "reduced";
    // The frame that the browser draws around the page, and the app as it would be installed.
    const paper = getComputedStyle(root).getPropertyValue("--paper");
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper);
    document.querySelector('link[rel="manifest"]')?.setAttribute("href", `/${settings.language}.webmanifest`);
  });
}

export { languages };
