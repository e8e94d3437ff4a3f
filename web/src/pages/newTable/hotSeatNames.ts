/** The names of those who pass one device round, remembered for the next evening. */

import { store, stored } from "../../app/storage";

const KEY = "wonderland-round";

export function namesKept(): string[] {
  const names = stored(KEY);
  return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, 6) : [];
}

export function keepNames(names: string[]): void {
  store(KEY, names);
}
