import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { catalogue, defaultOptions, gameTitle, offeredGames, playerLimits } from "./catalogue.svelte";
import { kitNames, kitOf } from "./index";

afterEach(() => (catalogue.games = []));

/** A game that only the server knows. */
const WHIST = {
  name: "whist",
  titles: { en: "Whist", fr: "Le whist" },
  players: [4],
  live: false,
  secret: null,
  options: [
    { name: "trumps", kind: "choice", choices: ["last", "none"], default: "last" },
    { name: "honours", kind: "switch", choices: [], default: false },
  ],
  bots: [],
} as const;
const offer = (...games: object[]) => (catalogue.games = structuredClone(games) as typeof catalogue.games);

test.each(kitNames)("every part of the kit of %s can be loaded", async (game) => {
  const kit = kitOf(game)!;
  expect((await kit.table()).default).toBeTruthy();
  expect((await kit.replay()).default.Move).toBeTruthy();
  expect((await kit.lesson()).default.script.game).toBe(game);
  if (kit.review) expect((await kit.review()).default.Panel).toBeTruthy();
  for (const text of [kit.title, kit.credit, kit.tagline, kit.summary, kit.scores.best, kit.scores.mean])
    expect(text()).not.toBe("");
  expect([kit.cards.cover.length, kit.cards.lesson.length]).toEqual([3, 2]);
});

test("names of objects are no games", () => {
  expect(kitOf("constructor")).toBeNull();
  expect(kitOf("whist")).toBeNull();
});

test("a game without a kit is offered after those with one, under the server's title", () => {
  expect(offeredGames()).toEqual(kitNames);
  offer(WHIST, { ...WHIST, name: kitNames[0] });
  expect(offeredGames()).toEqual([kitNames[0], "whist"]);
  expect(gameTitle("whist")).toBe("Whist");
  expect(gameTitle("unknown")).toBe("unknown");
});

test("players and options are what the server says", () => {
  offer(WHIST);
  expect(playerLimits("whist")).toEqual({ least: 4, most: 4 });
  expect(defaultOptions("whist")).toEqual({ trumps: "last", honours: false });
  expect(defaultOptions("unknown")).toEqual({});
});

test("no file outside the games' own folders names a game, except in prose", () => {
  const own = /^(games|messages|score)\//;
  const files = readdirSync("src", { recursive: true, encoding: "utf-8" }).filter(
    (file) => /\.(ts|svelte|css|js)$/.test(file) && !own.test(file) && !/\.test\.ts$|^net\/wire\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(80);
  const named = new RegExp(kitNames.join("|"), "i");
  for (const file of files) {
    const code = readFileSync(`src/${file}`, "utf-8").replace(/\/\*.*?\*\/|<!--.*?-->|(?<=^|\s)\/\/.*$/gms, "");
    expect(code.match(named)?.[0], file).toBeUndefined();
  }
});
