/** The panel of a table, with its moves and its chat: what is shown of it, and where the focus goes afterwards. */

import { tick } from "svelte";

export type PanelTab = "moves" | "chat";

/** From this width on the panel lies beside the table; below, it is a sheet over it. As in TablePanel.svelte. */
export const BESIDE_QUERY = "(min-width: 70rem)";

export class TablePanelState {
  tab: PanelTab | null = $state(null);
  #opener: HTMLElement | null = null;

  toggle(tab: PanelTab): void {
    if (this.tab === tab) this.close();
    else this.show(tab);
  }

  show(tab: PanelTab): void {
    if (this.tab === null) this.#opener = document.activeElement as HTMLElement | null;
    this.tab = tab;
  }

  /** The focus goes back to the button that opened it. */
  close(): void {
    const tab = this.tab;
    if (tab === null) return;
    this.tab = null;
    void tick().then(() => {
      // Some browsers do not focus a button that is clicked.
      const opener = this.#opener?.closest("[data-opens]") ? this.#opener : null;
      const button = opener?.isConnected ? opener : visibleOpener(tab);
      button?.focus({ preventScroll: true });
    });
  }
}

function visibleOpener(tab: PanelTab): HTMLElement | null {
  const all = [...document.querySelectorAll<HTMLElement>("[data-opens]")].filter((one) => one.offsetParent !== null);
  return all.find((one) => one.dataset.opens === tab) ?? all[0] ?? null;
}
