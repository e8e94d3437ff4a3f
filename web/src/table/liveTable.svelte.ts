/** A live table: keeps its view up to date over the socket (docs/protocol.md). */

/* eslint-disable svelte/prefer-svelte-reactivity -- what is not $state here is never rendered */

import { m } from "../messages";
import { Refused } from "../net/api";
import { applyChanges } from "../net/changes";
import { settings } from "../app/settings.svelte";
import { withoutSecrets } from "./withoutSecrets";
import { gameInfo } from "../games/catalogue.svelte";
import { kitOf } from "../games";
import type { AnyExplanation, NumberedAction } from "../games/kit";
import { Outbox, type Request, type SeatAccess } from "../net/outbox";
import { ANSWER_TIMEOUT_MS, ReconnectingSocket, type ConnectionState } from "../net/reconnectingSocket";
import type { AnyServerMessage, Event as TableEvent, TableView, ChatLine, Plain, Present, Snapshot } from "../net/wire";

export type { ConnectionState };

type Listener = (before: TableView, after: TableView, by: NumberedAction | null) => void;

/** How many of the latest actions are kept: more than come between two frames of a live game. */
const MAX_ACTIONS = 20;

export class LiveTable {
  table: TableView | null = $state(null);
  explanation: AnyExplanation | null = $state.raw(null);
  /** For a game without a table of its own. */
  plain: Plain | null = $state.raw(null);
  /** The latest actions in the game, oldest first, numbered by the version they made. */
  actions: NumberedAction[] = $state.raw([]);
  chat: ChatLine[] = $state([]);
  present: Omit<Present, "type"> = $state({ seats: [], spectators: 0, online: [], away: [] });
  /** How many snapshots have come: what happened before one is not known from events. */
  snapshots = $state(0);
  connection: ConnectionState = $state("connecting");
  /** Why the connection has ended for good. */
  refusal: Refused | null = $state(null);
  /** Muted persons. */
  muted: string[] = $state([]);

  #version = 0;
  /** The game has no table of its own: its views are wanted as text. */
  #needsPlain = false;
  #at: number | null = null;
  /** Ask for a whole snapshot: we have none, or one of another seat. */
  #fresh = true;
  /** The server's clock less ``performance.now()``, which is monotonic: setting the device's clock does not change it. */
  #offset: number | null = null;
  #rtt = 0;
  /** When missing events were last asked for, by ``performance.now()``. */
  #syncAsked: number | null = null;
  #outbox: Outbox;
  #listeners = new Set<Listener>();
  #socket: ReconnectingSocket;

  constructor(
    readonly id: string,
    private seat: number | null = null,
  ) {
    this.#outbox = new Outbox({
      send: (message) => this.#socket.send(message),
      isAsked: (seat) => seat !== null && !!this.table?.waiting.includes(seat),
      access: (seat) => this.#access(seat),
      unanswered: () => this.connection === "open" && this.#socket.lose(0),
    });
    this.#socket = new ReconnectingSocket({
      address: () => this.#address(),
      received: (message, greeted) => this.#receive(message, greeted),
      stateChanged: (state) => this.#stateChanged(state),
    });
  }

  /** The version of the table that is shown. */
  get version(): number {
    return this.#version;
  }

  /** The server's clock, in milliseconds since 1970. */
  now(): number {
    return this.#offset === null ? Date.now() : performance.now() + this.#offset;
  }

  /** Calls the listener with the table before and after each event, and the action that led there. Returns how to stop. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Do something in the game. Resolves when it is on the server's disk; throws ``Refused`` when it has not happened. */
  act(action: string): Promise<void> {
    return this.#request("act", { version: this.#version, action });
  }
  say(text: string): Promise<void> {
    return this.#request("say", { text });
  }
  resign(): Promise<void> {
    return this.#request("resign", { version: this.#version });
  }
  back(): Promise<void> {
    return this.#request("back", { version: this.#version });
  }
  /** Agree to let a bot play for the person at that seat, who is away; or no longer. */
  agree(seat: number, agree = true): Promise<void> {
    return this.#request("agree", { version: this.#version, seat, agree });
  }
  ready(ready = true): Promise<void> {
    return this.#request("ready", { version: this.#version, ready });
  }
  mute(person: string, mute: boolean): void {
    this.muted = mute ? [...this.muted, person] : this.muted.filter((other) => other !== person);
    this.#socket.send({ type: "mute", person, mute });
  }

  /** On a shared device: show another of our seats. Nothing that the last one could see stays. */
  switchSeat(seat: number): void {
    if (seat === this.#seated) return;
    this.seat = seat;
    this.explanation = null;
    this.plain = null;
    if (this.table?.view) this.table = withoutSecrets(this.table, gameInfo(this.table.game)?.secret ?? null);
    this.reconnect();
  }

  /** Opens a new connection: after a change of person or language. */
  reconnect(): void {
    this.#fresh = true;
    this.#socket.reconnect();
  }

  close(): void {
    this.#socket.close();
    this.#outbox.close();
  }

  get #seated(): number | null {
    return this.seat ?? this.table?.seat ?? null;
  }

  /** Requests of another of our seats wait until that seat is connected again. */
  #access(seat: number | null): SeatAccess {
    if (seat === null || seat === this.#seated) return "this";
    return this.seat === null ? "none" : "another";
  }

  #address(): string {
    const query = new URLSearchParams({ lang: settings.language });
    query.set(this.#needsPlain ? "plain" : "explain", "1");
    if (this.seat !== null) query.set("seat", `${this.seat}`);
    if (!this.#fresh) {
      query.set("version", `${this.#version}`);
      query.set("at", `${this.#at}`);
    }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return `${scheme}://${location.host}/api/tables/${this.id}/socket?${query}`;
  }

  #stateChanged(state: ConnectionState): void {
    this.connection = state;
    if (state !== "open") return this.#outbox.pause();
    this.#syncAsked = null;
    // The server keeps muted persons per connection.
    for (const person of this.muted) this.#socket.send({ type: "mute", person, mute: true });
  }

  #end(why: Refused): void {
    this.refusal = why;
    this.#socket.close();
    this.#outbox.close(why);
  }

  #request(type: Request["type"], rest: object): Promise<void> {
    if (this.refusal) return Promise.reject(this.refusal);
    const id = crypto.getRandomValues(new Uint32Array(3)).reduce((text, part) => text + part.toString(36), "");
    return this.#outbox.add({ type, id, ...rest } as Request, type === "say" ? null : this.#seated);
  }

  #receive(told: AnyServerMessage, greeted: boolean): void {
    switch (told.type) {
      case "snapshot":
        return this.#applySnapshot(told);
      case "event":
        return this.#applyEvent(told);
      case "accepted":
        return this.#outbox.done(told.id);
      case "refused": {
        if (told.id !== null) return this.#outbox.refused(told.id, new Refused(told));
        return greeted ? undefined : this.#rejected(new Refused(told));
      }
      case "said":
        this.chat.push(told.line);
        return;
      case "present":
        this.present = told;
        // The server sends it after everything we missed.
        return this.#outbox.resume();
      case "ping":
        this.#rtt = told.rtt ?? this.#rtt;
        this.#measure(told.time);
        return this.#socket.send({ type: "pong", number: told.number });
      case "bye":
        return this.#bye(told.why, told.retry);
    }
  }

  /** Estimates the offset of the server's clock: the message left it half a round trip ago. */
  #measure(time: number): void {
    this.#offset = time + this.#rtt / 2 - performance.now();
  }

  /** The server has refused the connection. */
  #rejected(why: Refused): void {
    // "limited" passes: it is retried. Seats are renumbered when a game begins without some of them.
    if (why.key === "socket_seat" && this.seat !== null) this.seat = null;
    else if (why.kind !== "limited") this.#end(why);
  }

  #applySnapshot({ version, at, time, table, chat, explanation, plain }: Snapshot): void {
    if (!kitOf(table.game) && !this.#needsPlain) {
      this.#needsPlain = true;
      return this.#socket.reconnect();
    }
    const before = this.table;
    this.#version = version;
    this.#at = at;
    this.#fresh = false;
    this.#syncAsked = null;
    this.#measure(time);
    this.explanation = explanation;
    this.plain = plain;
    this.table = table;
    this.chat = chat;
    this.snapshots++;
    if (before) this.#tell(before, table, null);
    this.#outbox.resume();
  }

  #applyEvent({ version, at, by, changes, explanation, plain }: TableEvent): void {
    if (version <= this.#version || !this.table) return;
    if (version !== this.#version + 1) return this.#sync();
    const before = this.#listeners.size ? $state.snapshot(this.table) : null;
    this.#version = version;
    this.#at = at;
    this.explanation = explanation;
    this.plain = plain;
    const action = by && { ...by, number: version };
    if (action) this.actions = [...this.actions.slice(1 - MAX_ACTIONS), action];
    applyChanges(this.table, changes);
    this.#syncAsked = null;
    if (before) this.#tell(before as TableView, this.table, action);
  }

  /** Versions are missing. More events may come before the answer: it is requested once per timeout. */
  #sync(): void {
    const now = performance.now();
    if (this.#syncAsked !== null && now - this.#syncAsked < ANSWER_TIMEOUT_MS) return;
    this.#syncAsked = now;
    this.#socket.send({ type: "sync", version: this.#version, at: this.#at });
  }

  #tell(before: TableView, after: TableView, by: NumberedAction | null): void {
    for (const listener of this.#listeners) listener(before, after, by);
  }

  #bye(why: string, retry: number | null): void {
    if (retry !== null) return this.#socket.lose(retry);
    const text = why === "banned" ? m.person_banned() : m.table_closed();
    this.#end(new Refused({ kind: "too_late", key: why, text }));
  }
}
