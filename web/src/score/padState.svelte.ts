/** The state of the score pad, with undo, stored on this device. */

import { onStoredChange, writeStored, readStoredObject } from "../app/storage";
import { m } from "../messages";
import { empty, outcome, readPad, rounds, totals, isUsed, writePad, type Pad } from "./pad";

const STORAGE_KEY = "wonderland-pad";
/** How many changes can be undone. */
const MAX_UNDO_STEPS = 100;

interface Page {
  pad: Pad;
  /** Whose cards are being entered. */
  seat: number;
  /** The score is shown. */
  counted: boolean;
}

export class PadState {
  #page: Page = $state.raw(storedPage());
  #before: { page: Page; what: string }[] = $state.raw([]);

  pad = $derived(this.#page.pad);
  seat = $derived(Math.min(this.#page.seat, this.pad.players.length - 1));
  counted = $derived(this.#page.counted);
  outcome = $derived(outcome(this.pad));
  totals = $derived(totals(this.pad));
  rounds = $derived(rounds(this.pad));
  used = $derived(isUsed(this.pad));
  names = $derived(this.pad.players.map(({ name }, seat) => name.trim() || m.player_name({ number: seat + 1 })));
  canUndo = $derived(this.#before.length > 0);

  /** Follows changes in other tabs. Returns how to stop. */
  follow(): () => void {
    return onStoredChange(STORAGE_KEY, () => {
      const { pad } = storedPage();
      if (writePad(pad) === writePad(this.pad)) return;
      this.#remember("elsewhere");
      this.#page = { ...this.#page, pad };
    });
  }

  /** ``what``: consecutive changes of the same kind, like the letters of a name, are undone together. */
  change(pad: Pad, what = "", rest: Partial<Omit<Page, "pad">> = {}): void {
    this.#remember(what);
    this.#show({ ...this.#page, ...rest, pad });
  }

  #remember(what: string): void {
    if (what && this.#before.at(-1)?.what === what) return;
    this.#before = [...this.#before, { page: this.#page, what }].slice(-MAX_UNDO_STEPS);
  }

  choose(seat: number): void {
    this.#show({ ...this.#page, seat });
  }

  count(counted: boolean): void {
    this.#show({ ...this.#page, counted });
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (!last) return;
    this.#before = this.#before.slice(0, -1);
    this.#show(last.page);
  }

  #show(page: Page): void {
    this.#page = page;
    writeStored(STORAGE_KEY, { ...page, pad: writePad(page.pad) });
  }
}

function storedPage(): Page {
  const { pad: text, seat, counted } = readStoredObject(STORAGE_KEY);
  const pad = typeof text === "string" ? readPad(text) : null;
  return pad ? { pad, seat: Number(seat) || 0, counted: counted === true } : { pad: empty(), seat: 0, counted: false };
}
