/** The chat of a table: which lines are unread, and whether it is shown. */

import { untrack } from "svelte";
import { announce } from "../app/announcer.svelte";
import type { LiveTable } from "./liveTable.svelte";
import { me } from "../app/me.svelte";
import type { TablePanelState } from "./panelState.svelte";
import { playSound } from "../app/sounds";
import type { ChatLine } from "../net/wire";
import { m } from "../messages";

const MAX_ANNOUNCED_LENGTH = 90;

export class ChatInbox {
  /** The last line that was seen; lines from before we joined are not unread. */
  #seen: number | null = $state(null);
  #live: LiveTable;
  #panel: TablePanelState;

  /** Must be constructed while a component initialises: it uses effects. */
  constructor(live: LiveTable, panel: TablePanelState) {
    this.#live = live;
    this.#panel = panel;
    let last: number | null = null;
    $effect(() => {
      if (!live.table) return;
      const newest = live.chat.at(-1)?.number ?? 0;
      const open = this.open;
      untrack(() => {
        if (last !== null) for (const line of this.lines.filter(({ number }) => number > last!)) this.#heard(line);
        last = Math.max(last ?? 0, newest);
        if (open || this.#seen === null) this.#seen = last;
      });
    });
  }

  /** All lines but those of muted persons. */
  get lines(): ChatLine[] {
    return this.#live.chat.filter(({ person }) => !person || !this.#live.muted.includes(person));
  }

  /** Whether there is anybody to talk to: not where one plays with bots alone, or passes one device round. */
  get offered(): boolean {
    const { table, present, chat } = this.#live;
    if (!table || table.phase === "gathering" || present.spectators || chat.length) return true;
    return table.seats.some(({ kind, person }) => kind === "person" && person !== me.person?.id);
  }

  get unread(): number {
    const seen = this.#seen;
    if (seen === null || this.open) return 0;
    return this.lines.filter(({ number, person }) => number > seen && person !== me.person?.id).length;
  }

  get open(): boolean {
    return this.#panel.tab === "chat";
  }

  show(open: boolean): void {
    if (open) this.#panel.show("chat");
    else this.#panel.close();
  }

  #heard({ person, name, text }: ChatLine): void {
    if (person === me.person?.id) return;
    playSound("chat");
    announce(
      m.chat_line({
        name,
        text: text.length > MAX_ANNOUNCED_LENGTH ? `${text.slice(0, MAX_ANNOUNCED_LENGTH)}…` : text,
      }),
    );
  }
}
