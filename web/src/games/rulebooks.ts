/** The RULES pages of the games, as HTML (build/rulebooks.ts), loaded when they are read. */

const PAGES = import.meta.glob<string>("../../../src/wonderland/games/*/RULES.*.md", { import: "default" });

/** How to load the page of a game in a language; undefined where there is none. */
export function rulesPage(game: string, language: string): (() => Promise<string>) | undefined {
  return PAGES[`../../../src/wonderland/games/${game}/RULES.${language}.md`];
}

export const hasRules = (game: string): boolean => rulesPage(game, "en") !== undefined;
