/** The players on one device, remembered for the next time. */

import { writeStored, readStored } from "../../app/storage";

const STORAGE_KEY = "wonderland-round";

export function savedNames(): string[] {
  const names = readStored(STORAGE_KEY);
  return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, 6) : [];
}

export function saveNames(names: string[]): void {
  writeStored(STORAGE_KEY, names);
}
