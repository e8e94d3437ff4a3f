/** What somebody does at the table, by whatever means: keys, taps and drags all end here. */

import { announce } from "../../app/announcer.svelte";
import { Refused } from "../../net/api";
import { cardName } from "./cards";
import { playSound } from "../../app/sounds";
import type { NimbleView } from "../../net/wire";
import { m } from "../../messages";
import { Countdown } from "./countdown.svelte";
import { shake } from "./cardAnimations";
import { PendingMoves } from "./pendingMoves.svelte";
import { TableNotes } from "./tableNotes.svelte";
import { whyImpossible, type Move, type Prediction, type ImpossibleReason } from "./predict";
import { within } from "../pointerBox";
import { zone } from "./zones";

/** The table at which it is done. */
export interface TableAccess {
  root(): HTMLElement | undefined;
  view(): NimbleView;
  act(): ((action: string) => Promise<void>) | undefined;
  playing(): boolean;
  begins(): number | undefined;
  now(): number;
}

const NUDGES: Record<ImpossibleReason, () => string> = {
  hand_empty: m.nimble_nudge_hand_empty,
  nothing_left: m.nimble_nudge_nothing_left,
  discard_empty: m.nimble_nudge_discard_empty,
  hand_not_empty: m.nimble_nudge_hand_not_empty,
  face_unknown: m.nimble_nudge_face_unknown,
};

export class PlayerInput {
  readonly notes = new TableNotes();
  readonly countdown: Countdown;
  readonly #intents: PendingMoves;
  /** The top of the discard is chosen, and a pile is to follow. */
  picked = $state(false);
  /** The pile over which a card is held. */
  aimed: number | null = $state(null);
  tried = $state({ flipped: 0, placed: 0 });
  /** Where a card was let go, so that it flies on from there. */
  dropped: DOMRect | null = null;

  constructor(private readonly at: TableAccess) {
    this.#intents = new PendingMoves(at.view, at.act, this.#refused);
    this.countdown = new Countdown(
      () => (at.view().end ? undefined : at.begins()),
      () => at.now(),
      (count) => {
        announce(count > 3 ? m.nimble_ready() : count ? `${count}` : m.nimble_go());
        if (count <= 3) playSound(count ? "tick" : "go");
      },
    );
  }

  get predicted(): Prediction {
    return this.#intents.predicted;
  }
  get waiting(): boolean {
    return this.#intents.waiting;
  }

  /** Flip; or turn the discard over, when there is nothing else to flip. */
  next = (): void => {
    const { seat, hands, discard } = this.predicted;
    const kind = seat !== null && !hands[seat] && discard.length ? "turn" : "flip";
    if (!this.#tryMove({ kind }, "hand")) return;
    playSound("flip");
    if (kind === "flip") this.tried.flipped += 1;
  };

  back = (): void => {
    if (this.#tryMove({ kind: "back" }, "discard")) playSound("take");
  };

  place = (pile: number): void => {
    if (!this.#tryMove({ kind: "place", pile, seen: this.predicted.tops[pile] }, { pile })) return;
    playSound("place");
    this.tried.placed += 1;
  };

  pick = (): void => {
    const why = whyImpossible(this.predicted, "place");
    if (why) this.#nudge(NUDGES[why](), "hand");
    else this.picked = !this.picked;
  };

  aim = (x: number, y: number): void => {
    this.aimed = null;
    for (const pile of this.at.view().tops.keys()) {
      const box = this.#zone({ pile })?.getBoundingClientRect();
      if (box && within(box, x, y, 12)) this.aimed = pile;
    }
  };

  drop = (from: DOMRect): void => {
    const pile = this.aimed;
    this.aimed = null;
    if (pile === null) return;
    this.dropped = from;
    this.place(pile);
  };

  #zone(where: Parameters<typeof zone>[1]): HTMLElement | null {
    const root = this.at.root();
    return root ? zone(root, where) : null;
  }

  #nudge(text: string, where?: Parameters<typeof zone>[1]): void {
    this.notes.say(text);
    announce(text);
    playSound("bounce");
    const element = where && this.#zone(where);
    if (element) shake(element);
  }

  /** Do it, if it makes sense as things are seen to be. */
  #tryMove(move: Move, where: Parameters<typeof zone>[1]): boolean {
    if (!this.at.playing()) return false;
    const why = this.#unwise(move);
    if (why) {
      this.#nudge(why, where);
      return false;
    }
    this.notes.line = "";
    this.picked = false;
    this.#intents.do(move);
    return true;
  }

  #unwise(move: Move): string | null {
    if (this.at.view().end) return m.nimble_nudge_over();
    const begins = this.at.begins();
    if (begins !== undefined && this.at.now() < begins) return m.nimble_nudge_wait();
    const why = whyImpossible(this.predicted, move.kind);
    return why && NUDGES[why]();
  }

  #refused = (move: Move, why: unknown): void => {
    if (!(why instanceof Refused) || why.key === "refused_round_over") return;
    if (move.kind !== "place") return this.#nudge(why.message);
    const pile = move.pile + 1;
    // The prediction is the view again: the pile's top is what came first, and our card lies on our discard.
    const { tops, discard } = this.predicted;
    if (why.key === "refused_bounced") {
      this.notes.pile(move.pile, "beaten", m.nimble_beaten());
      announce(m.nimble_beaten_said({ pile, card: cardName(tops[move.pile]) }));
    } else if (why.key === "refused_does_not_fit") {
      this.notes.pile(move.pile, "fit", m.nimble_not_fitting());
      const card = discard.at(-1);
      if (card) announce(m.nimble_not_fitting_said({ pile, card: cardName(card) }));
    } else return this.#nudge(why.message, { pile: move.pile });
    playSound("bounce");
    const element = this.#zone({ pile: move.pile });
    if (element) shake(element);
  };
}
