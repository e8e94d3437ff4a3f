/** Requests that wait for their answers, and are sent again after a lost connection until the server has answered. */

import { m } from "../messages";
import { Refused } from "./api";
import { ANSWER_TIMEOUT_MS, withJitter } from "./reconnectingSocket";
import type { Act, Agree, Back, Ready, Resign, Say } from "./wire";

/** What the server answers with ``accepted`` or ``refused``. */
export type Request = Act | Say | Resign | Back | Agree | Ready;
/** How a seat can be reached now: by this connection, by another that we may open, or not, when it is no longer ours. */
export type SeatAccess = "this" | "another" | "none";

interface Table {
  send(message: Request): void;
  /** Whether the table waits for this seat: then it is a turn-based game, and this is the seat's turn. */
  isAsked(seat: number | null): boolean;
  access(seat: number | null): SeatAccess;
  /** A request was sent, and no answer came. */
  unanswered(): void;
}

interface Pending {
  message: Request;
  /** Whose request it is; null where any seat may send it. */
  seat: number | null;
  /** It was made in the seat's turn. */
  inTurn: boolean;
  /** How often it has been sent. */
  sends: number;
  /** It was made before the connection over which it was sent last. */
  resent: boolean;
  timer?: ReturnType<typeof setTimeout>;
  done: () => void;
  refused: (why: Refused) => void;
}

/** The longest wait for an answer: it doubles with each time that a request is sent. */
const MAX_ANSWER_TIMEOUT_MS = 40_000;

export class Outbox {
  readonly #pending = new Map<string, Pending>();
  /** Connected, and the table has caught up. */
  #open = false;

  constructor(private readonly table: Table) {}

  /** Send it now, or when the table has caught up. Resolves when it is on the server's disk; throws ``Refused``. */
  add(message: Request, seat: number | null): Promise<void> {
    return new Promise((done, refused) => {
      const inTurn = this.table.isAsked(seat);
      const request = { message, seat, inTurn, sends: 0, resent: false, done, refused };
      this.#pending.set(message.id, request);
      if (this.#open) this.#send(request);
    });
  }

  /** The connection is lost: requests wait from now on. */
  pause(): void {
    this.#open = false;
  }

  /** A connection has caught up. Resending is safe: the server knows the ids of a seat's requests. */
  resume(): void {
    if (this.#open) return;
    this.#open = true;
    for (const request of [...this.#pending.values()]) {
      request.resent = true;
      this.#send(request);
    }
  }

  done(id: string): void {
    this.#take(id)?.done();
  }

  refused(id: string, why: Refused): void {
    const request = this.#take(id);
    if (!request) return;
    // A move that the lost connection delayed: the server never plays it in a later turn, and the player is told so.
    const late = request.resent && request.inTurn && (why.kind === "too_late" || why.kind === "not_allowed");
    request.refused(late ? notPlayed() : why);
  }

  /** No more answers will come. */
  close(why?: Refused): void {
    for (const id of [...this.#pending.keys()]) {
      const request = this.#take(id);
      if (why) request?.refused(why);
    }
  }

  #take(id: string): Pending | undefined {
    const request = this.#pending.get(id);
    clearTimeout(request?.timer);
    this.#pending.delete(id);
    return request;
  }

  #send(request: Pending): void {
    const { message, seat } = request;
    const access = this.table.access(seat);
    if (access === "none") return this.#drop(request);
    if (access === "another") return;
    // As it was made: its version tells the server for which turn it was meant.
    this.table.send(message);
    // Longer each time: a server that is busy is not helped by more connections.
    const timeout = Math.min(ANSWER_TIMEOUT_MS * 2 ** request.sends, MAX_ANSWER_TIMEOUT_MS);
    request.sends += 1;
    clearTimeout(request.timer);
    request.timer = setTimeout(
      () => this.table.access(seat) === "this" && this.table.unanswered(),
      withJitter(timeout),
    );
  }

  #drop({ message, refused }: Pending): void {
    this.#take(message.id);
    const gone = { kind: "too_late", key: "seat_gone", text: m.tablepage_kicked() };
    refused(message.type === "act" ? notPlayed() : new Refused(gone));
  }
}

const notPlayed = () => new Refused({ kind: "too_late", key: "act_not_played", text: m.tablepage_not_played() });
