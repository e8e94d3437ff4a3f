/** How far somebody has come in the lessons, on this device. */

import { writeStored, readStoredObject } from "../app/storage";

const KEY = "wonderland-lessons";

/** The page to go on with, of so many; whoever has finished begins again. */
export function savedPage(game: string, pages: number): number {
  const page = readStoredObject(KEY)[game];
  return typeof page === "number" && Number.isInteger(page) && page > 0 && page < pages ? page : 0;
}

export function savePage(game: string, page: number): void {
  writeStored(KEY, { ...readStoredObject(KEY), [game]: page });
}
