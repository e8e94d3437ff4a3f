/** Lists that stay true while somebody looks at them. */

/** Coming back to a window is told in several ways at once: that is one reason to look, not three. */
const AT_ONCE = 1000;

/**
 * Load now, whenever somebody comes back to the page or the network does, and every so many milliseconds while the page
 * is seen. Returns how to stop.
 */
export function poll(load: () => Promise<unknown>, every: number): () => void {
  let loading = false;
  let last = -Infinity;

  async function look(): Promise<void> {
    const now = performance.now();
    if (loading || now - last < AT_ONCE || document.visibilityState !== "visible") return;
    last = now;
    loading = true;
    await Promise.resolve(load()).catch(() => undefined);
    loading = false;
  }

  const timer = setInterval(look, every);
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
