/** Messages that wait for their answers, and are sent again after a lost connection until the server has answered. */

import { m } from "../messages";
import { Refused } from "./api";
import { ANSWER_TIMEOUT_MS, withJitter } from "./reconnectingSocket";
import type { Act, Back, Ready, Resign, Say } from "./wire";

/** What the server answers with ``done`` or ``refused``. */
export type Request = Act | Say | Resign | Back | Ready;
/** Who may speak for a seat now: this connection, another that we may make, or nobody, when the seat is no longer ours. */
export type SeatAccess = "this" | "another" | "nobody";

/** The table, as far as its messages hang on it. */
interface Table {
  send(message: Request): void;
  /** Which turn of a seat is on: another text for another turn. */
  turn(seat: number | null): string | null;
  speaker(seat: number | null): SeatAccess;
  /** Something was sent, and no answer came. */
  unheard(): void;
}

interface Unanswered {
  message: Request;
  /** Whose message it is; null where any seat may send it. */
  seat: number | null;
  /** The seat's turn when it was made. */
  turn: string | null;
  /** How often it has been sent. */
  sends: number;
  /** It was made before the connection over which it was sent last. */
  waited: boolean;
  timer?: ReturnType<typeof setTimeout>;
  done: () => void;
  refused: (why: Refused) => void;
}

/** The longest wait for an answer: it doubles with each time that a message is sent. */
const LONGEST_ANSWER = 40_000;
/** Asks only what became of an act: the server plays nothing that was meant for a version before the game. */
const NO_VERSION = 0;

export class Outbox {
  readonly #unanswered = new Map<string, Unanswered>();
  /** The table has caught up: what is sent now fits what is seen. */
  #going = false;

  constructor(private readonly table: Table) {}

  /** Send it now, or when the table has caught up. Resolves when it is on the server's disk; throws ``Refused``. */
  add(message: Request, seat: number | null): Promise<void> {
    return new Promise((done, refused) => {
      const order = { message, seat, turn: this.table.turn(seat), sends: 0, waited: false, done, refused };
      this.#unanswered.set(message.id, order);
      if (this.#going) this.#send(order);
    });
  }

  /** The connection is lost: what is made from now on waits. */
  pause(): void {
    this.#going = false;
  }

  /** A connection has caught up. Nothing acts twice by being sent again: the server knows the ids of a seat. */
  go(): void {
    if (this.#going) return;
    this.#going = true;
    for (const order of [...this.#unanswered.values()]) {
      order.waited = true;
      this.#send(order);
    }
  }

  done(id: string): void {
    this.#take(id)?.done();
  }

  refused(id: string, why: Refused): void {
    const order = this.#take(id);
    if (!order) return;
    // Sent after a lost connection, and too late: the player is told in plain words what became of it.
    const late = order.waited && order.message.type === "act" && why.kind === "too_late";
    order.refused(late && (this.#movedOn(order) || why.key.startsWith("version_older")) ? notPlayed() : why);
  }

  /** No answers come any more. */
  close(why?: Refused): void {
    for (const id of [...this.#unanswered.keys()]) {
      const order = this.#take(id);
      if (why) order?.refused(why);
    }
  }

  #take(id: string): Unanswered | undefined {
    const order = this.#unanswered.get(id);
    clearTimeout(order?.timer);
    this.#unanswered.delete(id);
    return order;
  }

  #send(order: Unanswered): void {
    const { message, seat } = order;
    const speaker = this.table.speaker(seat);
    if (speaker === "nobody") return this.#drop(order);
    if (speaker === "another") return;
    // What was meant for an earlier turn may have been done, and the server says so; it must not be played in this one.
    const late = message.type === "act" && this.#movedOn(order);
    this.table.send(late ? { ...message, version: NO_VERSION } : message);
    // Longer each time: a server that is busy is not helped by more connections.
    const patience = Math.min(ANSWER_TIMEOUT_MS * 2 ** order.sends, LONGEST_ANSWER);
    order.sends += 1;
    clearTimeout(order.timer);
    order.timer = setTimeout(() => this.table.speaker(seat) === "this" && this.table.unheard(), withJitter(patience));
  }

  #movedOn({ seat, turn }: Unanswered): boolean {
    return turn !== this.table.turn(seat);
  }

  #drop({ message, refused }: Unanswered): void {
    this.#take(message.id);
    const gone = { kind: "too_late", key: "seat_gone", text: m.tableau_kicked() };
    refused(message.type === "act" ? notPlayed() : new Refused(gone));
  }
}

const notPlayed = () => new Refused({ kind: "too_late", key: "act_not_played", text: m.tableau_not_played() });
