/** The table of each game: drawn live, in lessons and in replays alike. */

import type { Component } from "svelte";
import type { GameName } from "./lib/games.svelte";
import { loaded } from "./lib/loading";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game's table has a view of its own
export type GameTable = Component<any>;

const TABLES: Record<GameName, () => Promise<{ default: GameTable }>> = {
  parade: () => import("./parade/ParadeTable.svelte"),
  nimble: () => import("./nimble/NimbleTable.svelte"),
};

export async function gameTable(game: GameName): Promise<GameTable> {
  return (await loaded(TABLES[game])).default;
}
