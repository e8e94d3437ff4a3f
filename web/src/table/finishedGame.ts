/** The game that has just ended at a table, once the server has put it among the finished ones. */

import { api } from "../net/api";

const RETRY_AFTER_MS = 700;
const MAX_TRIES = 8;

/** ``found`` is told its id; returns how to stop looking. */
export function findFinishedGame(table: string, number: number, found: (id: string | null) => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  async function look(tries: number): Promise<void> {
    const games = await api.tableGames(table, number - 1).catch(() => []);
    if (stopped) return;
    if (games.length) found(games[0].id);
    else if (tries > 0) waiting = setTimeout(() => void look(tries - 1), RETRY_AFTER_MS);
  }

  found(null);
  void look(MAX_TRIES);
  return () => {
    stopped = true;
    clearTimeout(waiting);
  };
}
