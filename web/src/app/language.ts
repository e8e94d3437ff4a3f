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

/** A message: its text in each language, in the order of ``languages``. */
export function text<Given>(...texts: string[]): Message<Given> {
  return (given) => filled(texts[languages.indexOf(current())], given as Values);
}

/** A message that depends on numbers: per language, a text for each combination of their plural forms. */
export function counted<Given>(numbers: string[], ...texts: (Record<string, string> | string)[]): Message<Given> {
  return (given) => {
    const said = texts[languages.indexOf(current())];
    if (typeof said === "string") return filled(said, given as Values);
    const rules = new Intl.PluralRules(current());
    const form = numbers.map((name) => rules.select(Number((given as Values)[name]))).join();
    // Rare plural forms (French "many") fall back to "other".
    return filled(said[form] ?? said[numbers.map(() => "other").join()], given as Values);
  };
}

function filled(text: string, values: Values): string {
  return text.replace(/{(\w+)}/g, (_, name: string) => `${values[name]}`);
}

export { languages };
