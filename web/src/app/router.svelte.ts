/** The router: the current address, and navigation between our own pages without reloading. */

import { tick } from "svelte";
import { focusHeading } from "./focusHeading";
import { restoreScroll, newHistoryEntry } from "./scrollMemory";

export const route: { path: string; query: URLSearchParams; hash: string } = $state(read());

function read() {
  return { path: location.pathname, query: new URLSearchParams(location.search), hash: location.hash };
}

/** Goes to an address of ours; ``replace`` leaves no history entry to come back to. */
export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(history.state, "", address);
  else history.pushState({ place: newHistoryEntry() }, "", address);
  const moved = location.pathname !== route.path;
  Object.assign(route, read());
  if (moved) void focusPage();
}

/** After navigation, or when a page shows something else: scrolls to the top and moves the focus to the heading. */
export async function focusPage(top = true): Promise<void> {
  // Afterwards the page before is gone; the new one may still be loading.
  await tick();
  if (top) scrollTo(0, 0);
  await focusHeading();
}

addEventListener("popstate", () => {
  const moved = location.pathname !== route.path;
  Object.assign(route, read());
  restoreScroll(moved);
  if (moved) void focusPage(false);
});

/** Intercepts clicks on links to our own pages. */
addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api") || (link.pathname === location.pathname && link.hash)) return;
  event.preventDefault();
  // The full URL: a path that begins with // would mean another host.
  navigate(link.href);
});

/**
 * The parts of a path that a pattern names: ``/t/:table/:invite?``; null where it does not fit. They are as they stand in
 * the address: no id of ours has anything to decode, and a ``..%2F`` would lead what we then ask of the server elsewhere.
 */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/").slice(1);
  // Only at its end may a slash stand for nothing: an address that begins with // cannot even be written down again.
  const found = path
    .replace(/(?<=.)\/$/, "")
    .split("/")
    .slice(1);
  if (found.length > wanted.length || found.includes("")) return null;
  const parts: Record<string, string> = {};
  for (const [place, word] of wanted.entries()) {
    const value = found[place];
    if (word.startsWith(":")) {
      if (value === undefined && !word.endsWith("?")) return null;
      if (value !== undefined) parts[word.replace(/[:?]/g, "")] = value;
    } else if (word !== value) return null;
  }
  return parts;
}
