/** The source of a replay: a game played here, or an imported record. */

import { finishedPlayers } from "../games/bots";
import { api } from "../net/api";
import type { StandingView, ReplayPage } from "../net/wire";

export interface RecordedGame {
  game: string;
  players: { name: string; bot: string | null; person: string | null }[];
  /** When it ended, or was imported. */
  at: number;
  /** As the table showed it, where it was played here. */
  result: Record<string, unknown> | null;
  /** By seat, where it was played here. */
  standings: StandingView[] | null;
  record: Record<string, unknown> | null;
  /** Where it was played, if that table is still there and this person may go there. */
  table: string | null;
}

export interface Source {
  about(): Promise<RecordedGame>;
  /** ``plain``: with the views as text, for a game without a table of its own. */
  steps(seat: string, after: number, plain: boolean): Promise<ReplayPage>;
  /** Where the record can be downloaded; null where it has to be made from what `about` tells. */
  download: string | null;
}

export function playedGame(id: string): Source {
  return {
    async about() {
      const { game, players: sat, ended, result, table } = await api.game(id);
      const players = finishedPlayers(sat).map((player, seat) => ({ ...player, person: sat[seat].person }));
      return { game, players, at: ended, result, standings: sat, record: null, table };
    },
    steps: (seat, after, plain) => api.steps(`/games/${id}`, seat, after, plain),
    download: `/api/games/${encodeURIComponent(id)}/record`,
  };
}

export function importedGame(id: string): Source {
  return {
    async about() {
      const { game, record, created } = await api.record(id);
      const players = (record.players as string[]).map((name) => ({ name, bot: null, person: null }));
      return { game, players, at: created, result: null, standings: null, record, table: null };
    },
    steps: (seat, after, plain) => api.steps(`/records/${encodeURIComponent(id)}`, seat, after, plain),
    download: null,
  };
}

/** Downloads a record as a file, named as the server would name it. */
export function saveRecord({ game, at, players, record }: RecordedGame): void {
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
