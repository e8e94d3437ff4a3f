/** Polling while a page is visible. */

/** Returning to a window fires several events at once: they cause one request. */
const MIN_INTERVAL_MS = 1000;

/**
 * Loads now, when the page becomes visible or the network returns, and at an interval while the page
 * is seen. Returns how to stop.
 */
export function poll(load: () => Promise<unknown>, intervalMs: number): () => void {
  let loading = false;
  let last = -Infinity;

  async function look(): Promise<void> {
    const now = performance.now();
    if (loading || now - last < MIN_INTERVAL_MS || document.visibilityState !== "visible") return;
    last = now;
    loading = true;
    await Promise.resolve(load()).catch(() => undefined);
    loading = false;
  }

  const timer = setInterval(look, intervalMs);
  addEventListener("focus", look);
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  void look();
  return () => {
    clearInterval(timer);
    removeEventListener("focus", look);
    removeEventListener("online", look);
    document.removeEventListener("visibilitychange", look);
  };
}
