/** The tables where the person sits, kept up to date on every page that is no table's. */

import { api } from "../net/api";
import type { PersonSocket } from "../net/personSocket";
import type { TableSummary } from "../net/wire";
import { setBadge } from "../table/notifications";
import { currentPerson } from "./me.svelte";

/** ``known``: the server has told them. */
export const myTables: { list: TableSummary[]; known: boolean } = $state({ list: [], known: false });

let socket: PersonSocket | null = null;

/** How many tables wait for the person. */
export function waitingTables(): number {
  return myTables.list.filter((table) => table.waiting_for_you).length;
}

/** Follows the tables of the person who is signed in; while it does, they count as being on the site. */
export function followMyTables(): () => void {
  let own: PersonSocket | null = null;
  let stopped = false;
  // Whoever comes for the first time does without it; where it cannot be loaded, the tables are asked for.
  void import("../net/personSocket")
    .then(({ PersonSocket }) => {
      if (stopped) return;
      own = new PersonSocket({
        listed: setTables,
        changed: (table) => setTables(withTable(myTables.list, table)),
        gone: (id) => setTables(myTables.list.filter((table) => table.id !== id)),
      });
      socket = own;
    })
    .catch(() => undefined);
  return () => {
    stopped = true;
    own?.close();
    if (socket === own) socket = null;
    setTables([], false);
  };
}

/** Asks for the tables, unless the socket tells them anyway. */
export async function loadMyTables(): Promise<void> {
  if (socket?.open) return;
  setTables((await currentPerson()) ? await api.myTables() : []);
}

/** The list with a table that has changed in its place; a new one comes last. */
export function withTable(list: TableSummary[], changed: TableSummary): TableSummary[] {
  const known = list.some(({ id }) => id === changed.id);
  return known ? list.map((table) => (table.id === changed.id ? changed : table)) : [...list, changed];
}

function setTables(list: TableSummary[], known = true): void {
  myTables.list = list;
  myTables.known = known;
  setBadge(waitingTables() > 0);
}
