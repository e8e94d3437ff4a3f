/** A connection to a table that comes again by itself when it is lost. */

import type { AnyClientMessage, AnyServerMessage } from "./wire";

/** ``lost``: it is tried again by itself. ``ended``: it is not. */
export type Link = "connecting" | "open" | "lost" | "ended";

/** What whoever holds the connection wants to know, and tells it. */
export interface Holder {
  /** Where to connect, each time anew. */
  address(): string;
  /** ``greeted``: this connection has told something already, so we have been let in. */
  told(message: AnyServerMessage, greeted: boolean): void;
  became(link: Link): void;
}

/** Milliseconds before it is tried again, longer each time. */
const WAITS = [250, 500, 1000, 2000, 4000, 8000];
/** The server pings every fifteen seconds at the latest: whoever hears nothing for so long has lost it. */
const SILENCE = 25_000;
/** How long an answer may take before we think that nobody hears us. */
export const ANSWER = 5_000;

/** A wait, or up to half as long again: not everybody comes back at the same moment to a server that was away. */
export function spread(wait: number): number {
  return wait * (1 + Math.random() / 2);
}

export class Steady {
  #link: Link = "connecting";
  #socket: WebSocket | null = null;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly holder: Holder) {
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#ask);
    document.addEventListener("visibilitychange", this.#seen);
    this.#connect();
  }

  get link(): Link {
    return this.#link;
  }

  send(message: AnyClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Connect anew, now. */
  again(): void {
    if (this.#link === "ended") return;
    this.#drop();
    this.#become("connecting");
    this.#connect();
  }

  /** This connection is no good any more; come again after a while. */
  lose(wait = WAITS[Math.min(this.#failures++, WAITS.length - 1)]): void {
    this.#drop();
    if (this.#link === "ended") return;
    this.#become("lost");
    this.#retry = setTimeout(() => this.#connect(), spread(wait));
  }

  /** For good. */
  end(): void {
    this.#become("ended");
    this.#drop();
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#ask);
    document.removeEventListener("visibilitychange", this.#seen);
  }

  #become(link: Link): void {
    if (this.#link === link) return;
    this.#link = link;
    this.holder.became(link);
  }

  #connect(): void {
    const socket = new WebSocket(this.holder.address());
    let greeted = false;
    this.#socket = socket;
    // A network that swallows everything never says no.
    this.#listen(SILENCE);
    socket.onmessage = ({ data }) => {
      this.#listen(SILENCE);
      const message = JSON.parse(data as string) as AnyServerMessage;
      const before = greeted;
      // Only now we know that the server itself answers, and not something between us and it.
      if (message.type === "snapshot" || message.type === "event" || message.type === "present") {
        greeted = true;
        this.#failures = 0;
      }
      if (greeted && !before) this.#become("open");
      this.holder.told(message, before);
    };
    socket.onclose = () => this.lose();
  }

  #listen(patience: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.lose(), patience);
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

  /** The network is back, or somebody looks at the page again: no need to wait. */
  #hurry = (): void => {
    if (this.#link !== "lost") return this.#ask();
    this.#drop();
    this.#connect();
  };

  /** Is anybody there? A whole table is an answer that always comes. */
  #ask = (): void => {
    if (this.#link !== "open") return;
    this.send({ type: "sync", version: 0 });
    this.#listen(ANSWER);
  };

  #seen = (): void => {
    if (document.visibilityState === "visible") this.#hurry();
  };
}
