/** Short notes where an action failed, removed after a moment. */

export interface PileNote {
  id: number;
  kind: "beaten" | "fit";
  text: string;
}

const NOTE_SHOWN_MS = 1800;

export class TableNotes {
  piles: (PileNote | null)[] = $state([null, null, null]);
  line: string = $state("");
  #next = 0;
  #timers: Record<number | "line", ReturnType<typeof setTimeout> | undefined> = { line: undefined };

  pile(pile: number, kind: PileNote["kind"], text: string): void {
    this.piles[pile] = { id: this.#next++, kind, text };
    this.#later(pile, () => (this.piles[pile] = null));
  }

  say(text: string): void {
    this.line = text;
    this.#later("line", () => (this.line = ""));
  }

  #later(what: number | "line", then: () => void): void {
    clearTimeout(this.#timers[what]);
    this.#timers[what] = setTimeout(then, NOTE_SHOWN_MS);
  }
}
