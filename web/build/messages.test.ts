// @vitest-environment node
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { catalogues, write } from "./messages";

let folder: string;
const language = (name: string, words: object) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(words));
const made = (file: string) => readFileSync(join(folder, "made", file), "utf-8");
const counted = (one: string, other: string) => [
  {
    declarations: ["input count", "local countPlural = count: plural"],
    selectors: ["countPlural"],
    match: { "countPlural=one": one, "countPlural=other": other },
  },
];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "messages-"));
  language("fr", { web_hello: "Bonjour {name}", cards_count: counted("{count} carte", "{count} cartes") });
  language("en", { web_hello: "Hello {name}", cards_count: counted("{count} card", "{count} cards") });
});
afterEach(() => rmSync(folder, { recursive: true }));

it("makes a typed function of every message, English first", () => {
  write(folder, join(folder, "made"));
  expect(made("languages.ts")).toContain('["en","fr"]');
  expect(made("all.ts")).toContain('export * from "./parts/cards";');
  expect(made("parts/web.ts")).toContain('text<{ name: Value }>("Hello {name}", "Bonjour {name}")');
  expect(made("parts/cards.ts")).toContain('{"one":"{count} carte","other":"{count} cartes"}');
});

it("needs no more than its file for another language, and says in English what that lacks", () => {
  language("xx", { web_hello: "{name} olleH" });
  write(folder, join(folder, "made"));
  expect(made("languages.ts")).toContain('["en","fr","xx"]');
  expect(made("parts/web.ts")).toContain('"Bonjour {name}", "{name} olleH"');
  // English is named once and said by its own plural rules.
  expect(made("parts/cards.ts")).toContain('"{count} cartes"}, null);');
});

it("takes any BCP 47 code, and puts the languages into one order", () => {
  language("zh-Hant", {});
  language("pt-BR", { cards_count: counted("{count} carta", "{count} cartas") });
  language("fil", {});
  write(folder, join(folder, "made"));
  expect(made("languages.ts")).toContain('["en","fil","fr","pt-BR","zh-Hant"]');
  expect(made("parts/cards.ts")).toContain('{"one":"{count} carta","other":"{count} cartas"}, null);');
  expect(catalogues(folder).get("pt-BR")!.web_hello).toBe("Hello {name}");
});
