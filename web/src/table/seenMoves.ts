/** How many moves of a game have been seen on this device, so that the log can say what is new. */

import { readStoredObject, writeStored } from "../app/storage";

const STORAGE_KEY = "wonderland.seen";
/** The tables that are remembered: the latest ones. */
const MAX_TABLES = 30;

/** Null where nothing is known, or where another game is played now. */
export function readSeenMoves(table: string, game: number): number | null {
  const stored = readStoredObject(STORAGE_KEY)[table];
  if (!Array.isArray(stored) || stored[0] !== game || typeof stored[1] !== "number") return null;
  return stored[1];
}

export function writeSeenMoves(table: string, game: number, moves: number): void {
  const others = Object.entries(readStoredObject(STORAGE_KEY)).filter(([other]) => other !== table);
  const latest = others.slice(1 - MAX_TABLES);
  writeStored(STORAGE_KEY, Object.fromEntries([...latest, [table, [game, moves]]]));
}
