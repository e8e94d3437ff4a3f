/** What is said at the table: which lines are new, and whether anybody looks. */

import { untrack } from "svelte";
import { announce } from "../lib/announcer.svelte";
import type { LiveTable } from "../lib/live.svelte";
import { me } from "../lib/me.svelte";
import { sound } from "../lib/sounds";
import type { ChatLine } from "../lib/wire";
import { m } from "../messages";

const SHORT = 90;

export class Hearing {
  open = $state(false);
  /** The last line that was seen; what was said before we came is nothing new. */
  #seen: number | null = $state(null);
  #live: LiveTable;

  /** To be made while a component begins. */
  constructor(live: LiveTable) {
    this.#live = live;
    let last: number | null = null;
    $effect(() => {
      if (!live.face) return;
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
    sound("chat");
    announce(m.talk_line({ name, text: text.length > SHORT ? `${text.slice(0, SHORT)}…` : text }));
  }
}
