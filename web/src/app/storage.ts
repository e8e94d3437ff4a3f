/** localStorage as JSON, shared by all tabs. It may be unavailable, as in private windows: then nothing is stored. */

/** The stored value; null where there is none that can be parsed. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** The stored object; an empty one where there is none. */
export function readStoredObject(key: string): Record<string, unknown> {
  const found = readStored(key);
  return typeof found === "object" && found !== null && !Array.isArray(found) ? { ...found } : {};
}

/** Stores a value; null removes it. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Not available: the value lives as long as the page.
  }
}

/** Calls back when another tab changes this value. Returns how to stop. */
export function onStoredChange(key: string, changed: () => void): () => void {
  // The key is null when everything was cleared.
  const listener = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed();
  };
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
