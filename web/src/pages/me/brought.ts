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
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Brought[];
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
