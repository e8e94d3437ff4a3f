/** Handing something on: by what the device offers for it, else by the clipboard. */

export type Shared = "shared" | "copied" | "refused" | "nothing";

/** ``nothing``: the person thought better of it. ``refused``: the browser lets us do neither. */
export async function share(text: string, url: string): Promise<Shared> {
  if (navigator.share) {
    try {
      await navigator.share({ text, url });
      return "shared";
    } catch (error) {
      if ((error as Error).name === "AbortError") return "nothing";
    }
  }
  return (await copy(`${text}\n${url}`)) ? "copied" : "refused";
}

/** Whether the text is on the clipboard now. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyAsOfOld(text);
  }
}

/** Pages of a server at home come without encryption, and there browsers have no clipboard but this. */
function copyAsOfOld(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "unseen";
  const before = document.activeElement as HTMLElement | null;
  // Whatever is outside an open dialog cannot be selected.
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
