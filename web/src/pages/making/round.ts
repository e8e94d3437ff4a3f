/** The names of those who pass one device round, remembered for the next evening. */

const KEY = "wonderland-round";

export function namesKept(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, 6) : [];
  } catch {
    return [];
  }
}

export function keepNames(names: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(names));
  } catch {
    // A browser that keeps nothing asks again.
  }
}
