/** The games that this server offers, and what it says about each; asked for once. */

import { settings } from "../app/settings.svelte";
import { api } from "../net/api";
import type { GameInfo } from "../net/wire";
import { kitNames, kitOf } from "./index";
import type { AnyOptions } from "./kit";

/** Empty before the server has answered. */
export const catalogue: { games: GameInfo[] } = $state({ games: [] });

let request: Promise<GameInfo[]> | null = null;

/** Throws ``Refused`` when there is no server; then the next call asks again. */
export function loadCatalogue(): Promise<GameInfo[]> {
  request ??= api
    .games()
    .then((games) => {
      catalogue.games = games;
      return games;
    })
    .catch((error) => {
      request = null;
      throw error;
    });
  return request;
}

/** What the server says about a game; undefined for one it does not offer, and before it has answered. */
export function gameInfo(game: string): GameInfo | undefined {
  return catalogue.games.find(({ name }) => name === game);
}

/** The games to choose from; before the server has answered, those whose pictures we have. */
export function offeredGames(): string[] {
  const offered = catalogue.games.map(({ name }) => name);
  if (!offered.length) return [...kitNames];
  return [...kitNames.filter((name) => offered.includes(name)), ...offered.filter((name) => !kitNames.includes(name))];
}

export function gameTitle(game: string): string {
  const titles = gameInfo(game)?.titles;
  return kitOf(game)?.title() ?? titles?.[settings.language] ?? titles?.en ?? game;
}

/** The bots of a game, gentlest first; none before they are known. */
export function botsOf(game: string): string[] {
  return gameInfo(game)?.bots.map(({ bot }) => bot) ?? [];
}

/** The fewest and the most that may play; two at least in any case. */
export function playerLimits(game: string): { least: number; most: number } {
  const players = gameInfo(game)?.players ?? [];
  return players.length ? { least: Math.min(...players), most: Math.max(...players) } : { least: 2, most: 2 };
}

export function defaultOptions(game: string): AnyOptions {
  return Object.fromEntries(gameInfo(game)?.options.map((option) => [option.name, option.default]) ?? []);
}
