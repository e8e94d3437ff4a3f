/** A table as the server tells it, live: docs/protocol.md, for a browser. */

/* eslint-disable svelte/prefer-svelte-reactivity -- what is no $state here is bookkeeping that nobody draws */

import { m } from "../messages";
import { Refused } from "./api";
import { apply } from "./changes";
import { settings } from "./settings.svelte";
import { ANSWER, spread, Steady, type Link } from "./steady";
import { openly } from "./openly";
import { turnOf } from "./turns";
import type { AnyAsked, AnyTold, Event as Happening, Face, Line, ParadeGuide, Present, Snapshot } from "./wire";

export type { Link };

type Listener = (before: Face, after: Face) => void;
type Order = "act" | "say" | "resign" | "back" | "ready";

/** A message that waits for its answer. */
interface Unanswered {
  seat: number | null;
  message: AnyAsked;
  /** The seat's turn when it was made; null where it belongs to none. */
  turn: string | null;
  /** How often it has been sent. */
  sends: number;
  /** It was made before the connection over which it was sent last. */
  waited: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  done: () => void;
  refused: (why: Refused) => void;
}

/** The longest wait for an answer: it doubles with each time that a message is sent. */
const LONGEST_ANSWER = 40_000;
/** Asks only what became of an act: the server plays nothing that was meant for a version before the game. */
const NO_VERSION = 0;

export class LiveTable {
  face: Face | null = $state(null);
  guide: ParadeGuide | null = $state.raw(null);
  chat: Line[] = $state([]);
  present: Pick<Present, "seats" | "spectators"> = $state({ seats: [], spectators: 0 });
  link: Link = $state("connecting");
  /** Why it has ended. */
  refusal: Refused | null = $state(null);
  /** Persons whose lines are not to be heard here. */
  muted: string[] = $state([]);

  #version = 0;
  #at: number | null = null;
  /** Ask for the whole table: we have none, or one that somebody else saw. */
  #fresh = true;
  /** The server's clock less ``performance.now()``, which goes on evenly though somebody sets the device's clock. */
  #offset: number | null = null;
  #rtt = 0;
  /** This connection has told us all that happened since the last one: what we send now fits what we see. */
  #caughtUp = false;
  /** When missing events were last asked for, by ``performance.now()``. */
  #synced: number | null = null;
  #unanswered = new Map<string, Unanswered>();
  #listeners = new Set<Listener>();
  #steady: Steady;

  constructor(
    readonly id: string,
    private seat: number | null = null,
  ) {
    this.#steady = new Steady({
      address: () => this.#address(),
      told: (message, greeted) => this.#told(message, greeted),
      became: (link) => this.#became(link),
    });
  }

  /** The server's clock, in milliseconds since 1970. */
  now(): number {
    return this.#offset === null ? Date.now() : performance.now() + this.#offset;
  }

  /** Be told what each event changed: the face before and after it. Returns how to stop. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Do something in the game. Resolves when it is on the server's disk; throws ``Refused`` when it has not happened. */
  act(action: string): Promise<void> {
    return this.#order("act", { version: this.#version, action });
  }
  say(text: string): Promise<void> {
    return this.#order("say", { text });
  }
  resign(): Promise<void> {
    return this.#order("resign", { version: this.#version });
  }
  back(): Promise<void> {
    return this.#order("back", { version: this.#version });
  }
  ready(ready = true): Promise<void> {
    return this.#order("ready", { version: this.#version, ready });
  }
  mute(person: string, mute: boolean): void {
    this.muted = mute ? [...this.muted, person] : this.muted.filter((other) => other !== person);
    this.#steady.send({ type: "mute", person, mute });
  }

  /** Where one device goes round: look through the eyes of another of our seats. Nothing of the last one's stays. */
  sitAt(seat: number): void {
    if (seat === this.#seated) return;
    this.seat = seat;
    this.guide = null;
    if (this.face?.view) this.face = openly(this.face);
    this.anew();
  }

  /** Connect anew: when we have become somebody else, or speak another language. */
  anew(): void {
    this.#fresh = true;
    this.#steady.again();
  }

  leave(): void {
    this.#steady.end();
    this.#forget();
  }

  #forget(): void {
    for (const { timer } of this.#unanswered.values()) clearTimeout(timer);
    this.#unanswered.clear();
  }

  get #seated(): number | null {
    return this.seat ?? this.face?.seat ?? null;
  }

  /** What another seat of ours has asked waits until we look through its eyes again: it is not this one's doing. */
  #speaksFor(seat: number | null): boolean {
    return seat === null || seat === this.#seated;
  }

  #address(): string {
    const query = new URLSearchParams({ lang: settings.language, guide: "1" });
    if (this.seat !== null) query.set("seat", `${this.seat}`);
    if (!this.#fresh) {
      query.set("version", `${this.#version}`);
      query.set("at", `${this.#at}`);
    }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return `${scheme}://${location.host}/api/tables/${this.id}/socket?${query}`;
  }

  #became(link: Link): void {
    this.link = link;
    if (link !== "open") {
      this.#caughtUp = false;
      return;
    }
    this.#synced = null;
    // The server forgets with a connection whom we do not want to hear, whether or not it tells the whole table again.
    for (const person of this.muted) this.#steady.send({ type: "mute", person, mute: true });
  }

  /** What was sent and never answered is sent once more. Nothing is acted twice: the server knows the ids of a seat. */
  #catchUp(): void {
    if (this.#caughtUp || this.link !== "open") return;
    this.#caughtUp = true;
    for (const [id, order] of [...this.#unanswered]) {
      order.waited = true;
      this.#send(id, order);
    }
  }

  #end(why: Refused): void {
    this.refusal = why;
    this.#steady.end();
    for (const { refused } of this.#unanswered.values()) refused(why);
    this.#forget();
  }

  #order(type: Order, rest: object): Promise<void> {
    const id = crypto.getRandomValues(new Uint32Array(3)).reduce((text, part) => text + part.toString(36), "");
    const message = { type, id, ...rest } as AnyAsked;
    const seat = type === "say" ? null : this.#seated;
    const turn = type === "act" ? turnOf(this.face, seat) : null;
    return new Promise((done, refused) => {
      if (this.refusal) return refused(this.refusal);
      const order = { seat, message, turn, sends: 0, waited: false, timer: undefined, done, refused };
      this.#unanswered.set(id, order);
      if (this.#caughtUp) this.#send(id, order);
    });
  }

  #send(id: string, order: Unanswered): void {
    if (!this.#speaksFor(order.seat)) return this.#drop(id, order);
    const { message } = order;
    // What was meant for an earlier turn may have been done, and the server says so; it must not be played in this one.
    const late = message.type === "act" && this.#movedOn(order);
    this.#steady.send(late ? { ...message, version: NO_VERSION } : message);
    // Longer each time: a server that is busy is not helped by more connections.
    const patience = Math.min(ANSWER * 2 ** order.sends, LONGEST_ANSWER);
    order.sends += 1;
    clearTimeout(order.timer);
    order.timer = setTimeout(() => this.#unheard(order), spread(patience));
  }

  #unheard({ seat }: Unanswered): void {
    if (this.link === "open" && this.#speaksFor(seat)) this.#steady.lose(0);
  }

  #movedOn({ seat, turn }: Unanswered): boolean {
    return turn !== turnOf(this.face, seat);
  }

  /** Another of our seats speaks for itself later; but where the seat is no longer ours, nobody will. */
  #drop(id: string, { message, refused }: Unanswered): void {
    if (this.seat !== null) return;
    this.#answered(id);
    const gone = { kind: "too_late", key: "seat_gone", text: m.tableau_kicked() };
    refused(message.type === "act" ? notPlayed() : new Refused(gone));
  }

  #told(told: AnyTold, greeted: boolean): void {
    switch (told.type) {
      case "snapshot":
        return this.#show(told);
      case "event":
        return this.#happened(told);
      case "done":
        return this.#answered(told.id)?.done();
      case "refused": {
        if (told.id !== null) return this.#refused(told.id, new Refused(told));
        return greeted ? undefined : this.#turnedAway(new Refused(told));
      }
      case "said":
        this.chat.push(told.line);
        return;
      case "present":
        this.present = told;
        // It comes after all that we missed.
        return this.#catchUp();
      case "ping":
        this.#rtt = told.rtt ?? this.#rtt;
        this.#measure(told.time);
        return this.#steady.send({ type: "pong", number: told.number });
      case "bye":
        return this.#bye(told.why, told.retry);
    }
  }

  #answered(id: string): Unanswered | undefined {
    const found = this.#unanswered.get(id);
    clearTimeout(found?.timer);
    this.#unanswered.delete(id);
    return found;
  }

  #refused(id: string, why: Refused): void {
    const order = this.#answered(id);
    if (!order) return;
    // Sent after a lost connection, and too late: the player is told in plain words what became of it.
    const late = order.message.type === "act" && order.waited && why.kind === "too_late";
    order.refused(late && (this.#movedOn(order) || why.key.startsWith("version_older")) ? notPlayed() : why);
  }

  /** How far the server's clock is ahead: it said this about half a round trip ago. */
  #measure(time: number): void {
    this.#offset = time + this.#rtt / 2 - performance.now();
  }

  /** We were not let in, and the connection closes. */
  #turnedAway(why: Refused): void {
    // Too many connections become fewer; and seats are numbered anew when a game begins without some of them.
    if (why.key === "socket_seat" && this.seat !== null) this.seat = null;
    else if (why.kind !== "limited") this.#end(why);
  }

  #show({ version, at, time, face, chat, guide }: Snapshot): void {
    const before = this.face;
    this.#version = version;
    this.#at = at;
    this.#fresh = false;
    this.#synced = null;
    this.#measure(time);
    this.guide = guide;
    this.face = face;
    this.chat = chat;
    if (before) this.#tell(before, face);
    this.#catchUp();
  }

  #happened({ version, at, changes, guide }: Happening): void {
    if (version <= this.#version || !this.face) return;
    if (version !== this.#version + 1) return this.#sync();
    const before = this.#listeners.size ? $state.snapshot(this.face) : null;
    this.#version = version;
    this.#at = at;
    this.guide = guide;
    apply(this.face, changes);
    this.#synced = null;
    if (before) this.#tell(before as Face, this.face);
  }

  /** Something is missing. The answer takes a moment, in which more may come: it is not asked for again at once. */
  #sync(): void {
    const now = performance.now();
    if (this.#synced !== null && now - this.#synced < ANSWER) return;
    this.#synced = now;
    this.#steady.send({ type: "sync", version: this.#version, at: this.#at });
  }

  #tell(before: Face, after: Face): void {
    for (const listener of this.#listeners) listener(before, after);
  }

  #bye(why: string, retry: number | null): void {
    if (retry !== null) return this.#steady.lose(retry);
    const text = why === "banned" ? m.person_banned() : m.table_closed();
    this.#end(new Refused({ kind: "too_late", key: why, text }));
  }
}

const notPlayed = () => new Refused({ kind: "too_late", key: "act_not_played", text: m.tableau_not_played() });
