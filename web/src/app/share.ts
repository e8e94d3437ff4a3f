/** Shares a text through the device's share sheet, or copies it to the clipboard. */

export type Shared = "shared" | "copied" | "refused" | "nothing";

/** ``nothing``: the person cancelled. ``refused``: the browser allows neither. */
export async function share(text: string, url: string): Promise<Shared> {
  return (await shareSheet(text, url)) ?? ((await copy(`${text}\n${url}`)) ? "copied" : "refused");
}

/** The same, but only the link is copied: what it leads to speaks for itself. */
export async function shareLink(text: string, url: string): Promise<Shared> {
  return (await shareSheet(text, url)) ?? ((await copy(url)) ? "copied" : "refused");
}

/** Null where there is no share sheet, or where it may not be opened. */
async function shareSheet(text: string, url: string): Promise<"shared" | "nothing" | null> {
  if (!navigator.share) return null;
  try {
    await navigator.share({ text, url });
    return "shared";
  } catch (error) {
    return (error as Error).name === "AbortError" ? "nothing" : null;
  }
}

/** Returns whether the text was copied. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyWithExecCommand(text);
  }
}

/** Without HTTPS, as on a home network, browsers offer no other clipboard access. */
function copyWithExecCommand(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "unseen";
  const before = document.activeElement as HTMLElement | null;
  // Elements outside an open modal dialog cannot be selected.
  (before?.closest("dialog") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    before?.focus({ preventScroll: true });
  }
}
