/** Arriving on a page: its heading gets the focus, so that a screen reader says where one is and goes on from there. */

import { announce } from "./announcer.svelte";

/** Pages that load data have their heading later; after this long the focus no longer waits for it. */
const HEADING_TIMEOUT_MS = 3000;

let latest = 0;

export async function focusHeading(): Promise<void> {
  const main = document.querySelector("main");
  if (!main) return;
  const arrival = ++latest;
  const heading = await waitForElement(main, "h1");
  if (arrival !== latest) return;
  const focused = document.activeElement;
  // Some pages focus their first control themselves.
  if (focused !== main && main.contains(focused)) return announce(document.title);
  if (!heading) announce(document.title);
  const target = heading ?? main;
  if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** The element, once there is one; null if it takes too long. */
function waitForElement(parent: HTMLElement, selector: string): Promise<HTMLElement | null> {
  const find = () => parent.querySelector<HTMLElement>(selector);
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(find());
    };
    const observer = new MutationObserver(() => find() && done());
    const timer = setTimeout(done, HEADING_TIMEOUT_MS);
    observer.observe(parent, { childList: true, subtree: true });
    if (find()) done();
  });
}
