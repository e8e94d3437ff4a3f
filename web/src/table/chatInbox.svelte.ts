/** The chat of a table: which lines are unread, and whether the panel is open. */

import { untrack } from "svelte";
import { announce } from "../app/announcer.svelte";
import type { LiveTable } from "./liveTable.svelte";
import { me } from "../app/me.svelte";
import { playSound } from "../app/sounds";
import type { ChatLine } from "../net/wire";
import { m } from "../messages";

const SHORT = 90;

export class ChatInbox {
  open = $state(false);
  /** The last line that was seen; what was said before we came is nothing new. */
  #seen: number | null = $state(null);
  #live: LiveTable;

  /** To be made while a component begins. */
  constructor(live: LiveTable) {
    this.#live = live;
    let last: number | null = null;
    $effect(() => {
      if (!live.table) return;
      const newest = live.chat.at(-1)?.number ?? 0;
      untrack(() => {
        if (last !== null) for (const line of this.lines.filter(({ number }) => number > last!)) this.#heard(line);
        last = Math.max(last ?? 0, newest);
        if (this.open || this.#seen === null) this.#seen = last;
      });
    });
  }

  /** What is to be shown: all but the lines of those one does not want to hear. */
  get lines(): ChatLine[] {
    return this.#live.chat.filter(({ person }) => !person || !this.#live.muted.includes(person));
  }

  get unread(): number {
    const seen = this.#seen;
    if (seen === null || this.open) return 0;
    return this.lines.filter(({ number, person }) => number > seen && person !== me.person?.id).length;
  }

  show(open: boolean): void {
    this.open = open;
    this.#seen = this.#live.chat.at(-1)?.number ?? this.#seen;
  }

  #heard({ person, name, text }: ChatLine): void {
    if (person === me.person?.id) return;
    playSound("chat");
    announce(m.chat_line({ name, text: text.length > SHORT ? `${text.slice(0, SHORT)}…` : text }));
  }
}
