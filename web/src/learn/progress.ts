/** Progress in the lessons, stored on this device. */

import { writeStored, readStoredObject } from "../app/storage";

const STORAGE_KEY = "wonderland-lessons";

/** The page to continue with; the first one after the lesson was finished. */
export function savedPage(game: string, pages: number): number {
  const page = readStoredObject(STORAGE_KEY)[game];
  return typeof page === "number" && Number.isInteger(page) && page > 0 && page < pages ? page : 0;
}

export function savePage(game: string, page: number): void {
  writeStored(STORAGE_KEY, { ...readStoredObject(STORAGE_KEY), [game]: page });
}
