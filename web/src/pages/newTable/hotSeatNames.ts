/** The names of those who pass one device round, remembered for the next evening. */

import { writeStored, readStored } from "../../app/storage";

const KEY = "wonderland-round";

export function savedNames(): string[] {
  const names = readStored(KEY);
  return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, 6) : [];
}

export function saveNames(names: string[]): void {
  writeStored(KEY, names);
}
