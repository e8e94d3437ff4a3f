/** A table as the server tells it, live: docs/protocol.md, for a browser. */

/* eslint-disable svelte/prefer-svelte-reactivity -- what is no $state here is bookkeeping that nobody draws */

import { m } from "../messages";
import { Refused } from "./api";
import { apply } from "./changes";
import { settings } from "./settings.svelte";
import { openly } from "./openly";
import { Outbox, type Order, type Speaker } from "./outbox";
import { ANSWER, Steady, type Link } from "./steady";
import { turnOf } from "./turns";
import type {
  AnyServerMessage,
  Event as Happening,
  TableView,
  ChatLine,
  ParadeExplanation,
  Present,
  Snapshot,
} from "./wire";

export type { Link };

type Listener = (before: TableView, after: TableView) => void;

export class LiveTable {
  face: TableView | null = $state(null);
  guide: ParadeExplanation | null = $state.raw(null);
  chat: ChatLine[] = $state([]);
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
  /** When missing events were last asked for, by ``performance.now()``. */
  #syncAsked: number | null = null;
  #outbox: Outbox;
  #listeners = new Set<Listener>();
  #steady: Steady;

  constructor(
    readonly id: string,
    private seat: number | null = null,
  ) {
    this.#outbox = new Outbox({
      send: (message) => this.#steady.send(message),
      turn: (seat) => turnOf(this.face, seat),
      speaker: (seat) => this.#speaker(seat),
      unheard: () => this.link === "open" && this.#steady.lose(0),
    });
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
    this.#outbox.close();
  }

  get #seated(): number | null {
    return this.seat ?? this.face?.seat ?? null;
  }

  /** What another seat of ours has asked waits until we look through its eyes again: it is not this one's doing. */
  #speaker(seat: number | null): Speaker {
    if (seat === null || seat === this.#seated) return "this";
    return this.seat === null ? "nobody" : "another";
  }

  #address(): string {
    const query = new URLSearchParams({ lang: settings.language, explain: "1" });
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
    if (link !== "open") return this.#outbox.pause();
    this.#syncAsked = null;
    // The server forgets with a connection whom we do not want to hear, whether or not it tells the whole table again.
    for (const person of this.muted) this.#steady.send({ type: "mute", person, mute: true });
  }

  #end(why: Refused): void {
    this.refusal = why;
    this.#steady.end();
    this.#outbox.close(why);
  }

  #order(type: Order["type"], rest: object): Promise<void> {
    if (this.refusal) return Promise.reject(this.refusal);
    const id = crypto.getRandomValues(new Uint32Array(3)).reduce((text, part) => text + part.toString(36), "");
    return this.#outbox.add({ type, id, ...rest } as Order, type === "say" ? null : this.#seated);
  }

  #told(told: AnyServerMessage, greeted: boolean): void {
    switch (told.type) {
      case "snapshot":
        return this.#show(told);
      case "event":
        return this.#happened(told);
      case "accepted":
        return this.#outbox.done(told.id);
      case "refused": {
        if (told.id !== null) return this.#outbox.refused(told.id, new Refused(told));
        return greeted ? undefined : this.#turnedAway(new Refused(told));
      }
      case "said":
        this.chat.push(told.line);
        return;
      case "present":
        this.present = told;
        // It comes after all that we missed.
        return this.#outbox.go();
      case "ping":
        this.#rtt = told.rtt ?? this.#rtt;
        this.#measure(told.time);
        return this.#steady.send({ type: "pong", number: told.number });
      case "bye":
        return this.#bye(told.why, told.retry);
    }
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

  #show({ version, at, time, table: face, chat, explanation: guide }: Snapshot): void {
    const before = this.face;
    this.#version = version;
    this.#at = at;
    this.#fresh = false;
    this.#syncAsked = null;
    this.#measure(time);
    this.guide = guide;
    this.face = face;
    this.chat = chat;
    if (before) this.#tell(before, face);
    this.#outbox.go();
  }

  #happened({ version, at, changes, explanation: guide }: Happening): void {
    if (version <= this.#version || !this.face) return;
    if (version !== this.#version + 1) return this.#sync();
    const before = this.#listeners.size ? $state.snapshot(this.face) : null;
    this.#version = version;
    this.#at = at;
    this.guide = guide;
    apply(this.face, changes);
    this.#syncAsked = null;
    if (before) this.#tell(before as TableView, this.face);
  }

  /** Something is missing. The answer takes a moment, in which more may come: it is not asked for again at once. */
  #sync(): void {
    const now = performance.now();
    if (this.#syncAsked !== null && now - this.#syncAsked < ANSWER) return;
    this.#syncAsked = now;
    this.#steady.send({ type: "sync", version: this.#version, at: this.#at });
  }

  #tell(before: TableView, after: TableView): void {
    for (const listener of this.#listeners) listener(before, after);
  }

  #bye(why: string, retry: number | null): void {
    if (retry !== null) return this.#steady.lose(retry);
    const text = why === "banned" ? m.person_banned() : m.table_closed();
    this.#end(new Refused({ kind: "too_late", key: why, text }));
  }
}
