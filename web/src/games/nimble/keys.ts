/** The keys of a round: space, backspace, 1 to 3, and P to hear the piles. */

export interface KeyActions {
  /** Whoever only looks can hear the piles, and no more. */
  playing(): boolean;
  next(): void;
  back(): void;
  place(pile: number): void;
  read(): void;
}

/** Whether a key means something else where the keyboard is: somebody writes, or another control has it. */
function elsewhere(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("input, textarea, select, [contenteditable], dialog, [role=dialog]")) return true;
  // Space on a button that is no card of ours presses that button.
  return key === " " && !target.closest("[data-zone]") && target.closest("button, a, summary, [tabindex='0']") !== null;
}

export function keyHandler(keyed: KeyActions): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (elsewhere(event.target, event.key)) return;
    // The row of digits has other signs on some keyboards: there the place of the key counts.
    const digit = /^[1-3]$/.exec(event.key)?.[0] ?? /^(?:Digit|Numpad)([1-3])$/.exec(event.code)?.[1];
    let deed: (() => void) | null = null;
    if (event.key.toLowerCase() === "p") deed = keyed.read;
    else if (!keyed.playing()) return;
    else if (event.key === " ") deed = keyed.next;
    else if (event.key === "Backspace") deed = keyed.back;
    else if (digit) deed = () => keyed.place(Number(digit) - 1);
    if (!deed) return;
    // Else the page would scroll, or a focused card be pressed as well.
    event.preventDefault();
    if (!event.repeat) deed();
  };
}

/** Some browsers press a focused button when space is let go. */
export function suppressSpace(event: KeyboardEvent): void {
  if (event.key === " " && event.target instanceof HTMLElement && event.target.closest("[data-zone]"))
    event.preventDefault();
}
