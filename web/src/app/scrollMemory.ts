/** How far down one was on each page, so that the way back leads there. */

/** Pages whose words come from the server are short at first; whoever waits longer than this has gone on. */
const PATIENCE = 3000;

const depths = new Map<unknown, number>();
let place: unknown = here();

function here(): unknown {
  return (history.state as { place?: number } | null)?.place;
}

/** A new page is turned to; what its entry in the browser's history is known by. */
export function newHistoryEntry(): number {
  place = Math.random();
  return place as number;
}

addEventListener("scroll", () => depths.set(place, scrollY), { passive: true });

/**
 * The browser goes back to where one was at once, when the page may not be long enough yet: help it as soon as it is.
 * ``moved``: to another page, not within one.
 */
export function restoreScroll(moved: boolean): void {
  place = here();
  const depth = depths.get(place) ?? 0;
  if (!depth || !moved) return;
  const page = document.documentElement;
  const signal = AbortSignal.timeout(PATIENCE);
  const watching = new ResizeObserver(() => {
    if (page.scrollHeight - innerHeight < depth) return;
    watching.disconnect();
    scrollTo(0, depth);
  });
  const stop = () => watching.disconnect();
  watching.observe(document.body);
  signal.addEventListener("abort", stop);
  // Whoever moves meanwhile is not pulled away.
  for (const kind of ["wheel", "touchmove", "keydown"]) addEventListener(kind, stop, { once: true, signal });
}
