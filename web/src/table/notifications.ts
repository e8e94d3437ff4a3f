/** Notifications and the app badge for players whose page is hidden, where the browser allows them. */

import { m } from "../messages";

/** Whether we may call: ``default`` means that nobody has been asked yet. */
export function notificationPermission(): NotificationPermission | "never" {
  return "Notification" in globalThis ? Notification.permission : "never";
}

/** To be asked on a button only: whoever is asked out of the blue says no. */
export async function requestNotifications(): Promise<NotificationPermission | "never"> {
  return "Notification" in globalThis ? Notification.requestPermission() : "never";
}

/** One call a table: the newest takes the place of the one before. */
export async function notify(text: string, table: string): Promise<void> {
  if (!document.hidden || notificationPermission() !== "granted") return;
  // Where a press on it leads: offline.js reads it.
  const data = { path: `/t/${table}` };
  const options = { body: text, tag: table, icon: "/icon.svg", data };
  try {
    new Notification(m.web_title(), options).onclick = () => focus();
  } catch {
    // On phones only a service worker may.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(m.web_title(), options);
  }
}

/** A mark on the app's icon, where it is installed. */
export function setBadge(on: boolean): void {
  const app = navigator as Navigator & { setAppBadge?: () => Promise<void>; clearAppBadge?: () => Promise<void> };
  void (on ? app.setAppBadge?.() : app.clearAppBadge?.())?.catch(() => undefined);
}
