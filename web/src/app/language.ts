/** Messages in the current language: each is evaluated whenever it is rendered, so a page follows a change at once. */

import { languages } from "../messages/languages";

export type Language = (typeof languages)[number];
export type Value = string | number;
type Values = Record<string, Value>;
type Message<Given> = (given: Given) => string;

let current: () => Language = () => languages[0];

/** Sets where the current language comes from. */
export function speakAs(language: () => Language): void {
  current = language;
}

export function isLanguage(word: unknown): word is Language {
  return (languages as readonly unknown[]).includes(word);
}

/**
 * The one of some languages that a reader of a BCP 47 code reads best: the same script counts more than the same region, and
 * a code without either stands for what is usual there, so that zh-TW gets zh-Hant. The server does the same
 * (messages/languages.py).
 */
export function bestMatch<Code extends string>(wanted: string, among: readonly Code[]): Code | undefined {
  const asked = subtags(wanted);
  const likeness = (code: Code) => {
    const own = subtags(code);
    return (
      4 * Number(code.toLowerCase() === wanted.toLowerCase()) +
      2 * Number(own?.script === asked?.script) +
      Number(own?.region === asked?.region)
    );
  };
  return among
    .filter((code) => asked && subtags(code)?.language === asked.language)
    .sort((one, other) => likeness(other) - likeness(one))[0];
}

/** Language, script and region, with the likely ones where the code has none. */
function subtags(code: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(code).maximize();
  } catch {
    return undefined; // No code at all.
  }
}

/** A message: its text in each language, in the order of ``languages``; null is said in English. */
export function text<Given>(...texts: (string | null)[]): Message<Given> {
  return (given) => filled(spoken(texts)[1], given as Values);
}

/** What is said, and in which language. */
function spoken<Said>(texts: (Said | null)[]): [Language, Said] {
  const said = texts[languages.indexOf(current())];
  return said == null ? [languages[0], texts[0] as Said] : [current(), said];
}

/** A message that depends on numbers: per language, a text for each combination of their plural forms. */
export function counted<Given>(
  numbers: string[],
  ...texts: (Record<string, string> | string | null)[]
): Message<Given> {
  return (given) => {
    const [language, said] = spoken(texts);
    if (typeof said === "string") return filled(said, given as Values);
    const rules = new Intl.PluralRules(language);
    const forms = numbers.map((name) => rules.select(Number((given as Values)[name])));
    return filled(variant(said, forms), given as Values);
  };
}

/** The text for some plural forms; "other" stands for those that have no text of their own. */
function variant(texts: Record<string, string>, forms: string[]): string {
  const common = (key: string) => key.split(",").filter((form, place) => form === forms[place]).length;
  const [best] = Object.keys(texts)
    .filter((key) => key.split(",").every((form, place) => form === forms[place] || form === "other"))
    .sort((one, other) => common(other) - common(one));
  return texts[best];
}

function filled(text: string, values: Values): string {
  return text.replace(/{(\w+)}/g, (_, name: string) => `${values[name]}`);
}

export { languages };
