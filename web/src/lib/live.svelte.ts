/** A table as the server tells it, live: docs/protocol.md, for a browser. */

/* eslint-disable svelte/prefer-svelte-reactivity -- what is no $state here is bookkeeping that nobody draws */

import { m } from "../messages";
import { Refused } from "./api";
import { apply } from "./changes";
import { settings } from "./settings.svelte";
import { ANSWER, Steady, type Link } from "./steady";
import { openly } from "./openly";
import type { AnyAsked, AnyTold, Event as Happening, Face, Line, ParadeGuide, Present, Snapshot } from "./wire";

export type { Link };

type Listener = (before: Face, after: Face) => void;
type Answered = { seat: number | null; message: AnyAsked; done: () => void; refused: (why: Refused) => void };
type Order = "act" | "say" | "resign" | "back" | "ready";

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
  #ahead = 0;
  #unanswered = new Map<string, Answered>();
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
    return Date.now() + this.#ahead;
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
    if (link !== "open") return;
    // The server forgets with a connection whom we do not want to hear, whether or not it tells the whole table again.
    for (const person of this.muted) this.#steady.send({ type: "mute", person, mute: true });
    // What was sent and never answered is sent once more. Nothing is acted twice: the server knows the ids of a seat.
    for (const { seat, message } of this.#unanswered.values()) if (this.#speaksFor(seat)) this.#steady.send(message);
  }

  #end(why: Refused): void {
    this.refusal = why;
    this.#steady.end();
    for (const { refused } of this.#unanswered.values()) refused(why);
    this.#unanswered.clear();
  }

  #order(type: Order, rest: object): Promise<void> {
    const id = crypto.getRandomValues(new Uint32Array(3)).reduce((text, part) => text + part.toString(36), "");
    const message = { type, id, ...rest } as AnyAsked;
    const seat = type === "say" ? null : this.#seated;
    return new Promise((done, refused) => {
      if (this.refusal) return refused(this.refusal);
      this.#unanswered.set(id, { seat, message, done, refused });
      this.#steady.send(message);
      setTimeout(() => {
        if (this.#unanswered.has(id) && this.link === "open" && this.#speaksFor(seat)) this.#steady.lose(0);
      }, ANSWER);
    });
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
        const why = new Refused(told);
        if (told.id !== null) return this.#answered(told.id)?.refused(why);
        return greeted ? undefined : this.#turnedAway(why);
      }
      case "said":
        this.chat.push(told.line);
        return;
      case "present":
        this.present = told;
        return;
      case "ping":
        this.#ahead = told.time + (told.rtt ?? 0) / 2 - Date.now();
        return this.#steady.send({ type: "pong", number: told.number });
      case "bye":
        return this.#bye(told.why, told.retry);
    }
  }

  #answered(id: string): Answered | undefined {
    const found = this.#unanswered.get(id);
    this.#unanswered.delete(id);
    return found;
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
    this.#ahead = time - Date.now();
    this.guide = guide;
    this.face = face;
    this.chat = chat;
    if (before) this.#tell(before, face);
  }

  #happened({ version, at, changes, guide }: Happening): void {
    if (version <= this.#version || !this.face) return;
    if (version !== this.#version + 1) return this.#steady.send({ type: "sync", version: this.#version, at: this.#at });
    const before = this.#listeners.size ? $state.snapshot(this.face) : null;
    this.#version = version;
    this.#at = at;
    this.guide = guide;
    apply(this.face, changes);
    if (before) this.#tell(before as Face, this.face);
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
