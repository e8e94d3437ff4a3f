/** The moves of the game from the first on, as the server tells what came before and the socket what follows. */

import { untrack } from "svelte";
import { gameInfo } from "../games/catalogue.svelte";
import { kitOf } from "../games";
import type { AnyView, LogLine, LogSentence, NumberedAction } from "../games/kit";
import { m } from "../messages";
import { api } from "../net/api";
import { applyChanges } from "../net/changes";
import type { By, PastMoves, TableView } from "../net/wire";
import type { LiveTable } from "./liveTable.svelte";
import { readSeenMoves, writeSeenMoves } from "./seenMoves";

export interface LoggedMove {
  /** Its place in the game, from 1. */
  number: number;
  seat: number;
  /** The bot that moved for somebody who was away. */
  bot: string | null;
  sentence: LogSentence;
}

/** For a game without a kit: the action as the server writes it, where everybody may know it. */
const plainLine: LogLine = ({ seat, action }) => {
  return (names) =>
    action === null ? m.log_acted({ name: names[seat] }) : m.log_action({ name: names[seat], action });
};

export class MoveLog {
  /** Those worth a line, oldest first. */
  moves: LoggedMove[] = $state.raw([]);
  /** What everybody saw before the last move of those that were asked for, and the bot that made it for somebody. */
  earlier: { view: AnyView; bot: string | null } | null = $state.raw(null);
  /** The viewer had seen this many moves when they went away; null where they have missed nothing. */
  since: number | null = $state(null);
  /** How many moves the viewer had seen when they last came. */
  #known = $state(0);
  /** The moves that were missed have been looked at. */
  #read = $state(false);
  /** How many moves the game has had; null before the server has told. */
  #count: number | null = $state(null);
  #game = 0;
  #version = 0;
  #seen = 0;
  #watching = true;
  #wanted = false;
  #loading = false;
  /** Asked for again while it was on its way. */
  #again = false;
  #line: LogLine = plainLine;
  /** What came while the past was asked for. */
  #later: { before: TableView; after: TableView; by: NumberedAction }[] = [];

  /** Must be constructed while a component initialises: it uses effects. ``shared``: several players use this device. */
  constructor(
    private live: LiveTable,
    private shared: () => boolean,
  ) {
    const stop = live.onChange((before, after, by) => this.#changed(before, after, by));
    $effect(() => stop);
    $effect(() => {
      if (!live.snapshots) return;
      const info = gameInfo(live.table?.game ?? "");
      untrack(() => {
        // In a live game there is no time to read it: what came before is asked for when it is opened.
        if (info && !info.live) this.#wanted = true;
        if (this.#wanted) void this.#load(!this.shared());
      });
    });
    $effect(() => {
      const here = () => this.#watch(document.visibilityState === "visible");
      here();
      document.addEventListener("visibilitychange", here);
      addEventListener("pagehide", this.#remember);
      return () => {
        document.removeEventListener("visibilitychange", here);
        removeEventListener("pagehide", this.#remember);
        untrack(this.#remember);
      };
    });
  }

  /** Moves that happened while the viewer was away, and have not been looked at. */
  get unread(): number {
    const since = this.since;
    return since === null || this.#read ? 0 : this.moves.filter(({ number }) => number > since).length;
  }

  get loaded(): boolean {
    return this.#count !== null;
  }

  /** The log is shown. */
  open(): void {
    this.#read = true;
    this.#wanted = true;
    if (this.#count === null) void this.#load();
  }

  /** What was done by the bot for one of these seats since its person was last here, or last moved. */
  botMoves(mine: readonly number[]): LoggedMove[] {
    const own = this.moves.findLast(({ seat, bot }) => mine.includes(seat) && !bot)?.number ?? 0;
    const from = Math.max(own, this.#known);
    return this.moves.filter(({ number, seat, bot }) => bot && mine.includes(seat) && number > from);
  }

  #remember = (): void => {
    if (this.#count !== null) writeSeenMoves(this.live.id, this.#game, this.#seen);
  };

  #watch(here: boolean): void {
    untrack(() => {
      if (here && !this.#watching) this.#cameBack(this.#seen);
      this.#watching = here;
      if (here) this.#seen = this.#count ?? this.#seen;
      else this.#remember();
    });
  }

  /** Draws the line between what was seen and what was not. */
  #cameBack(seen: number): void {
    this.#known = seen;
    if (this.#count === null || seen >= this.#count) return;
    this.since = seen;
    this.#read = false;
  }

  #changed(before: TableView, after: TableView, by: NumberedAction | null): void {
    if (after.number !== before.number) {
      this.#later = [];
      this.#reset(after.number);
      return this.#wanted ? void this.#load() : undefined;
    }
    if (!by || (this.#count === null && !this.#loading)) return;
    // Another player of this device may not know what the last one did.
    if (this.shared()) return void this.#load();
    const views = { before, after: $state.snapshot(after) as TableView, by };
    if (this.#loading) this.#later.push(views);
    else this.#append(views);
  }

  #append({ before, after, by }: { before: TableView; after: TableView; by: NumberedAction }): void {
    if (by.number <= this.#version) return;
    this.#version = by.number;
    const seat = after.seats[by.seat];
    this.#add([this.#move(by, before.view!, after.view!, seat?.left ? seat.bot : null)]);
  }

  #move(by: By, before: AnyView, after: AnyView, bot: string | null): LoggedMove | null {
    this.#count = (this.#count ?? 0) + 1;
    const sentence = this.#line(by, before, after);
    return sentence && { number: this.#count, seat: by.seat, bot, sentence };
  }

  #add(moves: (LoggedMove | null)[]): void {
    const fresh = moves.filter((move) => move !== null);
    if (fresh.length) this.moves = [...this.moves, ...fresh];
    if (this.#watching) this.#seen = this.#count!;
  }

  /** Another game begins. */
  #reset(game: number): void {
    this.#game = game;
    this.#count = null;
    this.#version = this.live.version;
    this.#seen = this.#known = 0;
    this.moves = [];
    this.earlier = null;
    this.since = null;
  }

  /** ``missed``: what is new has happened while we were not connected. */
  async #load(missed = false): Promise<void> {
    const table = this.live.table;
    if (!table?.number) return;
    if (this.#loading) {
      this.#again = true;
      return;
    }
    this.#loading = true;
    try {
      const kit = kitOf(table.game);
      if (kit) this.#line = (await kit.log()).default;
      const known = table.number === this.#game ? (this.#count ?? 0) : 0;
      this.#told(await api.moves(this.live.id, known), missed);
    } catch {
      // The table says itself that there is no connection; with the next one it is asked for again.
    } finally {
      this.#loading = false;
      const later = this.#later;
      this.#later = [];
      if (this.#count !== null) for (const views of later) this.#append(views);
      if (this.#again) {
        this.#again = false;
        void this.#load(missed);
      }
    }
  }

  #told({ number, version, after, view, moves }: PastMoves, missed: boolean): void {
    const first = this.#count === null || number !== this.#game;
    if (number !== this.#game) this.#reset(number);
    if (!view) return;
    const now = structuredClone(view);
    this.#count = after;
    this.#version = version;
    let before: AnyView = view;
    const told = moves.map(({ by, bot, changes }) => {
      before = structuredClone(now);
      applyChanges(now, structuredClone(changes));
      return this.#move(by, before, structuredClone(now), bot);
    });
    const kept = this.moves.filter((move) => move.number <= after);
    this.moves = [...kept, ...told.filter((move) => move !== null)];
    if (moves.length) this.earlier = { view: before, bot: moves.at(-1)!.bot };
    if (first) {
      const seen = readSeenMoves(this.live.id, number);
      if (seen !== null) this.#cameBack(seen);
      this.#seen = seen ?? 0;
    } else if (missed && this.#watching) this.#cameBack(this.#seen);
    if (this.#watching) this.#seen = this.#count;
  }
}
