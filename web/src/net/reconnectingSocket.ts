/** A WebSocket that reconnects by itself: a table's, or a person's. */

import type { AnyClientMessage, AnyServerMessage } from "./wire";

/** ``lost``: it is retried. ``ended``: it is not. */
export type ConnectionState = "connecting" | "open" | "lost" | "ended";

/** What the socket needs from, and tells, its owner. */
export interface SocketOwner {
  /** The URL of the next connection. */
  address(): string;
  /** ``greeted``: this connection has brought something already, so we have been let in. */
  received(message: AnyServerMessage, greeted: boolean): void;
  stateChanged(state: ConnectionState): void;
}

/** Backoff between attempts. */
const RETRY_DELAYS_MS = [250, 500, 1000, 2000, 4000, 8000];
/** The server pings at least every fifteen seconds: after this long without a message the connection is dead. */
const SILENCE_TIMEOUT_MS = 25_000;
/** How long an answer may take before the connection counts as lost. */
export const ANSWER_TIMEOUT_MS = 5_000;

const GREETINGS: ReadonlySet<string> = new Set(["snapshot", "event", "present", "tables"]);

/** Up to half as long again, so that not all clients reconnect at the same moment after a restart. */
export function withJitter(wait: number): number {
  return wait * (1 + Math.random() / 2);
}

export class ReconnectingSocket {
  #state: ConnectionState = "connecting";
  #socket: WebSocket | null = null;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly owner: SocketOwner) {
    addEventListener("online", this.#retryNow);
    addEventListener("offline", this.#probe);
    document.addEventListener("visibilitychange", this.#visible);
    this.#connect();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  send(message: AnyClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Opens a new connection now. */
  reconnect(): void {
    if (this.#state === "ended") return;
    this.#drop();
    this.#setState("connecting");
    this.#connect();
  }

  /** Drops this connection and retries after a while. */
  lose(wait = RETRY_DELAYS_MS[Math.min(this.#failures++, RETRY_DELAYS_MS.length - 1)]): void {
    this.#drop();
    if (this.#state === "ended") return;
    this.#setState("lost");
    this.#retry = setTimeout(() => this.#connect(), withJitter(wait));
  }

  /** Closes without retrying. */
  close(): void {
    this.#setState("ended");
    const socket = this.#socket;
    if (socket && socket.readyState === WebSocket.CONNECTING) {
      // Browsers report a socket that is closed while it connects as an error.
      this.#socket = null;
      socket.onclose = socket.onmessage = null;
      socket.onopen = () => socket.close();
    }
    this.#drop();
    removeEventListener("online", this.#retryNow);
    removeEventListener("offline", this.#probe);
    document.removeEventListener("visibilitychange", this.#visible);
  }

  #setState(state: ConnectionState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.owner.stateChanged(state);
  }

  #connect(): void {
    const socket = new WebSocket(this.owner.address());
    let greeted = false;
    this.#socket = socket;
    // Some networks drop packets without ever refusing the connection.
    this.#expectMessage(SILENCE_TIMEOUT_MS);
    socket.onmessage = ({ data }) => {
      this.#expectMessage(SILENCE_TIMEOUT_MS);
      const message = JSON.parse(data as string) as AnyServerMessage;
      const before = greeted;
      // Only these prove that the server itself answers, not a proxy in front of it.
      if (GREETINGS.has(message.type)) {
        greeted = true;
        this.#failures = 0;
      }
      if (greeted && !before) this.#setState("open");
      this.owner.received(message, before);
    };
    socket.onclose = () => this.lose();
  }

  #expectMessage(timeout: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.lose(), timeout);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
  }

  /** The network is back, or the page is visible again: no need to wait. */
  #retryNow = (): void => {
    if (this.#state !== "lost") return this.#probe();
    this.#drop();
    this.#connect();
  };

  /** Checks that the connection is alive: a sync from version 0 is always answered, by either kind of socket. */
  #probe = (): void => {
    if (this.#state !== "open") return;
    this.send({ type: "sync", version: 0 });
    this.#expectMessage(ANSWER_TIMEOUT_MS);
  };

  #visible = (): void => {
    if (document.visibilityState === "visible") this.#retryNow();
  };
}
