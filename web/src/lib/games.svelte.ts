/** The games that can be played here and their bots, asked for once. */

import { m } from "../messages";
import { api } from "./api";
import { botName } from "./names";
import type { GameInfo, SeatSummary } from "./wire";

export type GameName = "parade" | "nimble";

/** In the order in which they are offered. */
export const GAMES: GameName[] = ["parade", "nimble"];

export const isGame = (name: string | undefined): name is GameName => GAMES.includes(name as GameName);

export const offer: { games: GameInfo[] } = $state({ games: [] });

let asking: Promise<GameInfo[]> | null = null;

/** Throws ``Refused`` when there is no server; then the next call asks again. */
export function loadGames(): Promise<GameInfo[]> {
  asking ??= api
    .games()
    .then((games) => {
      offer.games = games;
      return games;
    })
    .catch((error) => {
      asking = null;
      throw error;
    });
  return asking;
}

/** The bots of a game, gentlest first; none before they are known. */
export function botsOf(game: string): string[] {
  return offer.games.find((face) => face.game === game)?.bots.map(({ bot }) => bot) ?? [];
}

export function gameName(game: string): string {
  return game === "nimble" ? m.web_nimble() : m.web_parade();
}

/** Somebody at a table as they are called here. */
export function seatedName({ name, bot }: SeatSummary): string {
  return bot ? botName(bot) : name;
}
