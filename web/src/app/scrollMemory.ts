/** Remembers the scroll position of every history entry and restores it on the way back. */

/** Pages that load data are short at first; after this long the position is no longer restored. */
const RESTORE_TIMEOUT_MS = 3000;

const positions = new Map<unknown, number>();
let place: unknown = here();

function here(): unknown {
  return (history.state as { place?: number } | null)?.place;
}

/** Leaves the present history entry for a new one; returns the key of that. */
export function newHistoryEntry(): number {
  // A scroll event comes up to a frame late: by then it would count for the new entry.
  positions.set(place, scrollY);
  place = Math.random();
  return place as number;
}

addEventListener("scroll", () => positions.set(place, scrollY), { passive: true });

/**
 * The browser restores the position at once, when the page may not be long enough yet: it is done again when it is.
 * ``moved``: to another page, not within the same one.
 */
export function restoreScroll(moved: boolean): void {
  place = here();
  const position = positions.get(place) ?? 0;
  if (!position || !moved) return;
  const page = document.documentElement;
  const signal = AbortSignal.timeout(RESTORE_TIMEOUT_MS);
  const watching = new ResizeObserver(() => {
    if (page.scrollHeight - innerHeight < position) return;
    watching.disconnect();
    scrollTo(0, position);
  });
  const stop = () => watching.disconnect();
  watching.observe(document.body);
  signal.addEventListener("abort", stop);
  // Stop as soon as the person scrolls.
  for (const kind of ["wheel", "touchmove", "keydown"]) addEventListener(kind, stop, { once: true, signal });
}
