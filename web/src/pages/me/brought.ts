/** The records that were brought along from this device: the server keeps them for whoever has the link. */

export interface Brought {
  id: string;
  game: string;
  created: number;
  players: string[];
}

const KEY = "wonderland-records";

export function broughtHere(): Brought[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Brought[]).filter((one) => one?.id && Array.isArray(one.players)) : [];
  } catch {
    return [];
  }
}

export function keepBrought(list: Brought[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, 200)));
  } catch {
    // The link still leads there.
  }
}
