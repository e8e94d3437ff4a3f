/** The socket of a person on pages that are no table's: says that they are here, and tells what their tables do. */

import { ReconnectingSocket } from "./reconnectingSocket";
import type { AnyServerMessage, TableSummary } from "./wire";

/** What the socket tells its owner. */
export interface PersonSocketOwner {
  /** All tables where the person sits. */
  listed(tables: TableSummary[]): void;
  /** One of them has changed, or is new. */
  changed(table: TableSummary): void;
  /** The person sits there no longer. */
  gone(table: string): void;
}

export class PersonSocket {
  #socket: ReconnectingSocket;

  constructor(private readonly owner: PersonSocketOwner) {
    this.#socket = new ReconnectingSocket({
      address: () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/me/socket`,
      received: (message, greeted) => this.#receive(message, greeted),
      stateChanged: () => undefined,
    });
  }

  /** Connected: what the owner was told is how things are. */
  get open(): boolean {
    return this.#socket.state === "open";
  }

  close(): void {
    this.#socket.close();
  }

  #receive(message: AnyServerMessage, greeted: boolean): void {
    switch (message.type) {
      case "tables":
        return this.owner.listed(message.tables);
      case "summary":
        return this.owner.changed(message.table);
      case "gone":
        return this.owner.gone(message.table);
      case "ping":
        return this.#socket.send({ type: "pong", number: message.number });
      case "bye":
        return message.retry === null ? this.#socket.close() : this.#socket.lose(message.retry);
      case "refused":
        // "limited" passes: the connection ends, and is tried again. Whoever is not let in is no longer signed in.
        if (!greeted && message.kind !== "limited") this.#socket.close();
    }
  }
}
