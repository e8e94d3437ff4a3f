/** What the browser keeps for us between visits, shared by all its tabs. Works without, too: private windows may refuse. */

/** What is kept under a name; null where there is nothing that can be read. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** The same, where it is an object: what is missing or something else is an empty one. */
export function readStoredObject(key: string): Record<string, unknown> {
  const found = readStored(key);
  return typeof found === "object" && found !== null && !Array.isArray(found) ? { ...found } : {};
}

/** Keep a value; null keeps nothing. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Then it lasts as long as the page.
  }
}

/** Be told whenever another tab has kept something else under this name. Returns how to stop. */
export function onStoredChange(key: string, changed: () => void): () => void {
  // Without a key everything was removed at once.
  const listener = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed();
  };
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
