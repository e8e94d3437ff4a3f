/** The table of each game: drawn live, in lessons and in replays alike. */

import type { Component } from "svelte";
import type { GameName } from "./catalogue.svelte";
import { loadModule } from "../app/lazyModules";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each game's table has a view of its own
export type GameTable = Component<any>;

const TABLES: Record<GameName, () => Promise<{ default: GameTable }>> = {
  parade: () => import("./parade/Table.svelte"),
  nimble: () => import("./nimble/Table.svelte"),
};

export async function gameTable(game: GameName): Promise<GameTable> {
  return (await loadModule(TABLES[game])).default;
}
