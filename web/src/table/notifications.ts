/** Notifications and the app badge for players whose page is hidden, where the browser allows them. */

import { m } from "../messages";

/** Whether notifications are allowed; ``default``: not asked yet. */
export function notificationPermission(): NotificationPermission | "never" {
  return "Notification" in globalThis ? Notification.permission : "never";
}

/** Call this from a button only: browsers and people reject unprompted requests. */
export async function requestNotifications(): Promise<NotificationPermission | "never"> {
  return "Notification" in globalThis ? Notification.requestPermission() : "never";
}

/** Shows one notification per table: a new one replaces the last. */
export async function notify(text: string, table: string): Promise<void> {
  if (!document.hidden || notificationPermission() !== "granted") return;
  // The page to open on a click, read by offline.js.
  const data = { path: `/t/${table}` };
  const options = { body: text, tag: table, icon: "/icon.svg", data };
  try {
    new Notification(m.web_title(), options).onclick = () => focus();
  } catch {
    // On phones only a service worker may show notifications.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(m.web_title(), options);
  }
}

/** The badge on the icon of the installed app. */
export function setBadge(on: boolean): void {
  const app = navigator as Navigator & { setAppBadge?: () => Promise<void>; clearAppBadge?: () => Promise<void> };
  void (on ? app.setAppBadge?.() : app.clearAppBadge?.())?.catch(() => undefined);
}
