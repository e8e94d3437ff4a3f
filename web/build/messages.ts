import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Every language's file, shared with the terminal and the server: adding a language is adding its file. */
const FROM = "../src/wonderland/messages";
/** Each game's own messages are in its folder. */
const GAMES = "../src/wonderland/games";
const TO = "src/messages";

/** inlang's message format: a text with {values}, or one variant for each plural form of some of them. */
type Message = string | [{ declarations: string[]; match: Record<string, string> }];
type Catalogue = Record<string, Message>;

const HEAD = [
  "/* Made from the messages' files: not to be edited. */",
  'import { counted, text, type Value } from "../../app/language";',
];

/**
 * Messages as typed functions, in one module for each first word of their names, so that a page loads what it says and
 * no more. The words of all languages come together, so that changing the language needs no loading.
 */
export function messages(): Plugin {
  return {
    name: "messages",
    config: () => write(FROM, TO, GAMES),
    configureServer(server) {
      server.watcher.add([FROM, GAMES]);
      server.watcher.on(
        "change",
        (path) => path.includes("/messages/") && path.endsWith(".json") && write(FROM, TO, GAMES),
      );
    },
  };
}

/** What each language says, English first and then by their codes; what one lacks is said in English. */
export function catalogues(from = FROM, games = GAMES): Map<string, Catalogue> {
  const own = files(from, games);
  const english = own.get("en")!;
  return new Map([...own].map(([language, messages]) => [language, { ...english, ...messages }]));
}

/** What the files of each language hold. Their name is a BCP 47 code, such as pt-BR. */
function files(from: string, games?: string): Map<string, Catalogue> {
  const languages = readdirSync(from)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replace(".json", ""))
    .sort((one, other) => Number(other === "en") - Number(one === "en") || (one < other ? -1 : 1));
  const folders = [from, ...(games ? readdirSync(games).map((game) => `${games}/${game}/messages`) : [])];
  const read = (path: string) => (existsSync(path) ? (JSON.parse(readFileSync(path, "utf-8")) as Catalogue) : {});
  const all = (language: string) => Object.assign({}, ...folders.map((folder) => read(`${folder}/${language}.json`)));
  return new Map(languages.map((language) => [language, all(language) as Catalogue]));
}

export function write(from: string, to: string, games?: string): void {
  const said = files(from, games);
  const parts: Record<string, string[]> = {};
  for (const key of Object.keys(said.get("en")!))
    (parts[key.split("_")[0]] ??= []).push(declared(key, [...said.values()]));
  mkdirSync(`${to}/parts`, { recursive: true });
  for (const [part, lines] of Object.entries(parts)) keep(`${to}/parts/${part}.ts`, [...HEAD, ...lines, ""].join("\n"));
  const all = Object.keys(parts).map((part) => `export * from "./parts/${part}";`);
  keep(`${to}/all.ts`, [HEAD[0], ...all, ""].join("\n"));
  keep(`${to}/index.ts`, 'export * as m from "./all";\n');
  keep(`${to}/languages.ts`, `export const languages = ${JSON.stringify([...said.keys()])} as const;\n`);
}

/** A file that is as it should be is left alone: whoever watches it need not look again. */
function keep(path: string, wanted: string): void {
  let found = "";
  try {
    found = readFileSync(path, "utf-8");
  } catch {
    // Not there yet.
  }
  if (found !== wanted) writeFileSync(path, wanted);
}

/** One message in every language; null where a language lacks it, so that English says and counts it. */
function declared(key: string, all: Catalogue[]): string {
  const said = all.map((catalogue) => catalogue[key] ?? null);
  const values = new Set(JSON.stringify(said).match(/(?<={)\w+(?=})/g));
  const counts = new Set(said.flatMap((message) => (message && typeof message !== "string" ? counting(message) : [])));
  for (const name of counts) values.add(name);
  const type = values.size ? `{ ${[...values].map((name) => `${name}: Value`).join("; ")} }` : "void";
  const texts = said.map((message) =>
    JSON.stringify(message && typeof message !== "string" ? forms(message) : message),
  );
  const made = counts.size ? `counted<${type}>(${JSON.stringify([...counts])}, ` : `text<${type}>(`;
  return `export const ${key} = /* @__PURE__ */ ${made}${texts.join(", ")});`;
}

type Variants = Exclude<Message, string>;

/** ``local countPlural = count: plural`` counts ``count``. */
function counting([{ declarations }]: Variants): string[] {
  return declarations.flatMap((line) => line.match(/^local \w+ = (\w+): plural$/)?.[1] ?? []);
}

/** ``aPlural=one, bPlural=other`` becomes ``one,other``, in the order in which they are declared. */
function forms([{ declarations, match }]: Variants): Record<string, string> {
  const order = declarations.flatMap((line) => line.match(/^local (\w+) = \w+: plural$/)?.[1] ?? []);
  return Object.fromEntries(
    Object.entries(match).map(([when, text]) => {
      const given = Object.fromEntries(when.split(",").map((part) => part.trim().split("=")));
      return [order.map((name) => given[name]).join(), text];
    }),
  );
}
