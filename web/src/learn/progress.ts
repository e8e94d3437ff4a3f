/** How far somebody has come in the lessons, on this device. */

import { store, storedObject } from "../app/storage";

const KEY = "wonderland-lessons";

/** The page to go on with, of so many; whoever has finished begins again. */
export function pageOf(game: string, pages: number): number {
  const page = storedObject(KEY)[game];
  return typeof page === "number" && Number.isInteger(page) && page > 0 && page < pages ? page : 0;
}

export function keepPage(game: string, page: number): void {
  store(KEY, { ...storedObject(KEY), [game]: page });
}
