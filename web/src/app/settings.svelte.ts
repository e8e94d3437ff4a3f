/** Settings of this device, stored by the browser. */

import { bestMatch, isLanguage, languages, speakAs, type Language } from "./language";
import { onStoredChange, writeStored, readStoredObject } from "./storage";

/** What may be chosen, where a setting is a word. */
const CHOICES = {
  theme: ["system", "light", "dark"],
  /** ``full`` is the normal speed. */
  motion: ["system", "slow", "full", "fast", "reduced"],
  botPace: ["slow", "normal", "fast"],
  handOrder: ["dealt", "colour", "value"],
  narration: ["counts", "piles", "placements"],
} as const;
const MAX_VOLUME = 100;

export type Theme = (typeof CHOICES.theme)[number];
export type Motion = (typeof CHOICES.motion)[number];
export type BotPace = (typeof CHOICES.botPace)[number];
export type HandOrder = (typeof CHOICES.handOrder)[number];
/** How many cards they have left; also which cards lie on top now; also who placed them. */
export type Narration = (typeof CHOICES.narration)[number];

const STORAGE_KEY = "wonderland";

interface Settings {
  language: Language;
  theme: Theme;
  motion: Motion;
  sound: boolean;
  /** Of sounds, from 0 to 100. */
  volume: number;
  /** How fast bots answer, where one plays with bots alone. */
  botPace: BotPace;
  /** Ask for confirmation before a card is played, in games that offer it. */
  confirm: boolean;
  /** How one's own cards are sorted, in games that offer it. */
  handOrder: HandOrder;
  /** Digits choose cards, in games that offer it. */
  cardKeys: boolean;
  /** Tick and tell when one's own time is nearly up. */
  clockWarning: boolean;
  /** What is announced of the others where everybody plays at once. */
  narration: Narration;
  /** Chosen keys, by game and action; an empty one is turned off. */
  keys: Record<string, Record<string, string>>;
  /** Finished games, by game: hints stop after the first ones. */
  games: Record<string, number>;
  /** The last opponents, by game. */
  opponents: Record<string, string[]>;
}

function browserLanguage(): Language {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const found = bestMatch(wanted, languages);
    if (found) return found;
  }
  return languages[0];
}

function load(): Settings {
  const defaults: Settings = {
    language: browserLanguage(),
    theme: "system",
    motion: "system",
    sound: true,
    volume: MAX_VOLUME,
    botPace: "normal",
    confirm: false,
    handOrder: "dealt",
    cardKeys: true,
    clockWarning: true,
    narration: "counts",
    keys: {},
    games: {},
    opponents: {},
  };
  const stored = { ...defaults, ...validSettings(defaults, readStoredObject(STORAGE_KEY)) };
  return isLanguage(stored.language) ? stored : { ...stored, language: defaults.language };
}

/** The stored settings that are valid: another version of the app may have written them. */
function validSettings(defaults: Settings, stored: object): Partial<Settings> {
  const fits = ([name, value]: [string, unknown]) =>
    name in defaults &&
    value !== null &&
    typeof value === typeof defaults[name as keyof Settings] &&
    (!(name in CHOICES) || (CHOICES[name as keyof typeof CHOICES] as readonly unknown[]).includes(value)) &&
    (typeof value !== "number" || (value >= 0 && value <= MAX_VOLUME));
  return Object.fromEntries(Object.entries(stored).filter(fits));
}

export const settings: Settings = $state(load());

// Follow changes made in other tabs.
onStoredChange(STORAGE_KEY, () => Object.assign(settings, load()));

/**
 * Change a setting, and keep it beside what other tabs have chosen. What is only a part of a setting, or counts on, is
 * given as a function of the setting as it is stored.
 */
export function changeSetting<Name extends keyof Settings>(
  name: Name,
  value: Settings[Name] | ((stored: Settings[Name]) => Settings[Name]),
): void {
  const stored = readStoredObject(STORAGE_KEY);
  const before = (validSettings(settings, stored)[name] ?? settings[name]) as Settings[Name];
  settings[name] = typeof value === "function" ? value(before) : value;
  writeStored(STORAGE_KEY, { ...stored, [name]: settings[name] });
}

// Messages ask for the language whenever they are read, so every text on the page follows a change at once.
speakAs(() => settings.language);

/** A media query as reactive state. */
function mediaQuery(query: string): () => boolean {
  const asked = matchMedia(query);
  let wished = $state(asked.matches);
  asked.addEventListener("change", () => (wished = asked.matches));
  return () => wished;
}

const systemIsStill = mediaQuery("(prefers-reduced-motion: reduce)");
const systemIsDark = mediaQuery("(prefers-color-scheme: dark)");

/** Whether animation is allowed. */
export function motionAllowed(): boolean {
  return settings.motion === "system" ? !systemIsStill() : settings.motion !== "reduced";
}

function theme(): "light" | "dark" {
  if (settings.theme !== "system") return settings.theme;
  return systemIsDark() ? "dark" : "light";
}

/** How much longer than normal an animation takes. */
const MOTION_FACTORS: Record<Motion, number> = { system: 1, slow: 1.8, full: 1, fast: 0.5, reduced: 0 };

/** The duration of an animation; 0 where animation is off. */
export function motionDuration(milliseconds: number): number {
  return motionAllowed() ? milliseconds * MOTION_FACTORS[settings.motion] : 0;
}

/** Applies language, theme and motion to the document. Call once, while the app initialises. */
export function applySettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.language;
    root.dataset.theme = theme();
    root.dataset.motion = motionAllowed() ? "full" : "reduced";
    // The browser's own colour around the page, and the manifest of the installed app.
    const paper = getComputedStyle(root).getPropertyValue("--paper");
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper);
    document.querySelector('link[rel="manifest"]')?.setAttribute("href", `/${settings.language}.webmanifest`);
  });
}

export { languages };
