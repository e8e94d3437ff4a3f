/** Keeps the screen on: a phone that goes to sleep loses its connection to the table. */

/** Until the function it returns is called. Where the browser cannot, nothing happens. */
export function keepScreenOn(): () => void {
  const locks = navigator.wakeLock as WakeLock | undefined;
  if (!locks) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  let wanted = true;
  let asking = false;

  // The browser releases it whenever the page is hidden.
  async function acquire(): Promise<void> {
    if (!wanted || asking || document.visibilityState !== "visible" || (lock && !lock.released)) return;
    asking = true;
    try {
      lock = await locks!.request("screen");
      if (!wanted) void lock.release();
    } catch {
      // Refused, as with a low battery.
    } finally {
      asking = false;
    }
  }

  const changed = () => void acquire();
  document.addEventListener("visibilitychange", changed);
  void acquire();
  return () => {
    wanted = false;
    document.removeEventListener("visibilitychange", changed);
    void lock?.release();
  };
}
