/** Being ready for the next game: who is, and who must say so. */

import { gameInfo } from "../games/catalogue.svelte";
import type { TableView } from "../net/wire";
import type { LiveTable } from "./liveTable.svelte";

/** Whether the first game, too, waits until everybody has said that they are ready: several people play in real time. */
export function mustBeReady(table: TableView): boolean {
  const people = new Set(table.seats.map(({ person }) => person).filter(Boolean));
  return !!gameInfo(table.game)?.live && people.size > 1;
}

/** The seats of people who have not said that they are ready. */
export function notReady(table: TableView): number[] {
  return [...table.seats.keys()].filter((seat) => table.seats[seat].kind === "person" && !table.seats[seat].ready);
}

/** A device with several seats speaks for all of them. */
export async function setReady(live: LiveTable, mine: number[], ready: boolean): Promise<void> {
  for (const seat of mine) {
    if (mine.length > 1) live.switchSeat(seat);
    await live.ready(ready);
  }
}
