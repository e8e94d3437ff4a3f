/** The seconds until a round begins, by the server's clock. */

import { untrack } from "svelte";

/** How long "Go!" is shown. */
const GO_SHOWN_MS = 800;

export class Countdown {
  /** 3, 2, 1; 0 for "Go!"; null when there is nothing to count. More than three is "Ready?". */
  count: number | null = $state(null);

  constructor(begins: () => number | undefined, now: () => number, ticked: (count: number) => void) {
    $effect(() => {
      const start = begins();
      let timer: ReturnType<typeof setTimeout> | undefined;
      let first = true;
      const step = () => {
        const left = start === undefined ? -Infinity : start - now();
        const count = left > -GO_SHOWN_MS && !(first && left <= 0) ? Math.max(0, Math.ceil(left / 1000)) : null;
        first = false;
        if (count !== null && count !== this.count) ticked(count);
        this.count = count;
        if (count === null) return;
        // The clock offset may be corrected meanwhile: read it several times a second.
        timer = setTimeout(step, left > 0 ? Math.min(100, left - (count - 1) * 1000 + 1) : left + GO_SHOWN_MS);
      };
      untrack(step);
      return () => clearTimeout(timer);
    });
  }
}
