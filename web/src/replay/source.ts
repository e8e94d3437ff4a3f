/** Where a record comes from: a game that was played here, or one that somebody brought along. */

import { api, ask } from "../lib/api";
import type { ReplayPage } from "../lib/wire";

export interface About {
  game: string;
  players: { name: string; bot: string | null; person: string | null }[];
  /** When it ended here, or was brought. */
  at: number;
  /** As the table showed it, where it was played here. */
  result: Record<string, unknown> | null;
  record: Record<string, unknown> | null;
}

export interface Source {
  about(): Promise<About>;
  steps(seat: string, after: number): Promise<ReplayPage>;
  /** Where the record can be downloaded; null where it has to be made from what `about` tells. */
  download: string | null;
}

export function played(id: string): Source {
  return {
    async about() {
      const { game, players: sat, ended, result } = await api.game(id);
      // A bot that played on for somebody sat there in their name.
      const players = sat.map(({ name, bot, person }) => ({ name, bot: person ? null : bot, person }));
      return { game, players, at: ended, result, record: null };
    },
    steps: (seat, after) => api.steps(id, seat, after),
    download: `/api/games/${encodeURIComponent(id)}/record`,
  };
}

export function brought(id: string): Source {
  return {
    async about() {
      const { game, record, created } = await api.imported(id);
      const players = (record.players as string[]).map((name) => ({ name, bot: null, person: null }));
      return { game, players, at: created, result: null, record };
    },
    steps: (seat, after) =>
      ask<ReplayPage>("GET", `/records/${encodeURIComponent(id)}/steps?seat=${seat}&after=${after}&explain=1`),
    download: null,
  };
}

/** Let the browser keep a record as a file, as the server would have named it. */
export function save({ game, at, players, record }: About): void {
  const plain = (name: string) =>
    name
      .normalize("NFKD")
      .replaceAll(/[^\x20-\x7e]/g, "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "");
  const words = [game, new Date(at).toISOString().slice(0, 10), ...players.map(({ name }) => plain(name))];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record) + "\n"], { type: "application/json" }));
  link.download = words.filter(Boolean).join("-").slice(0, 100) + ".json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
