/** Optimistic moves: sent in order, drawn at once, rolled back where the server refuses them. */

import { Refused } from "../../net/api";
import type { NimbleView } from "../../net/wire";
import {
  confirmedCount,
  predictionOf,
  predict,
  actionText,
  isUnambiguous,
  type Move,
  type Prediction,
} from "./predict";

/** ``held``: not sent yet, since it depends on an unanswered move. ``done``: accepted, but its event has not come. */
interface PendingMove {
  move: Move;
  state: "held" | "sent" | "done";
}

/** An event follows its answer at once; should it never come, the prediction falls back to the view. */
const EVENT_TIMEOUT_MS = 1500;

export class PendingMoves {
  #list: PendingMove[] = $state.raw([]);
  /** Our cards in the view when the list was last reconciled. */
  #then: Prediction;

  constructor(
    private readonly view: () => NimbleView,
    private readonly act: () => ((action: string) => Promise<void>) | undefined,
    private readonly refused: (move: Move, why: unknown) => void,
  ) {
    this.#then = predictionOf(view());
    $effect.pre(() => {
      void this.predicted;
      this.#settle();
    });
  }

  /** Moves that are not in the view yet. Found by comparing cards, so that nothing is drawn twice. */
  #open: PendingMove[] = $derived.by(() => {
    const view = this.view();
    if (view.end) return [];
    const gone = confirmedCount(
      this.#then,
      predictionOf(view),
      this.#sent.map(({ move }) => move),
    );
    // A bot has played for us, or the server restarted from its disk.
    if (gone === null) return this.#list.filter(({ state }) => state !== "done");
    return this.#list.slice(gone);
  });

  predicted: Prediction = $derived.by(() =>
    predict(
      this.view(),
      this.#open.map(({ move }) => move),
    ),
  );

  get #sent(): PendingMove[] {
    return this.#list.filter(({ state }) => state !== "held");
  }

  /** Whether some drawn moves are unconfirmed. */
  get waiting(): boolean {
    return this.#open.length > 0;
  }

  do(move: Move): void {
    this.#list = [...this.#list, { move, state: "held" }];
    this.#send();
  }

  #settle(): void {
    const open = this.#open;
    this.#then = predictionOf(this.view());
    if (open.length !== this.#list.length) this.#list = open;
  }

  #send(): void {
    const act = this.act();
    if (!act) return;
    for (const [place, intent] of this.#list.entries()) {
      if (intent.state !== "held") continue;
      const before = this.#list.slice(0, place).map(({ move, state }) => ({ move, answered: state === "done" }));
      if (!isUnambiguous(this.#then, before, intent.move)) return;
      intent.state = "sent";
      act(actionText(intent.move)).then(
        () => this.#answered(intent),
        (why: unknown) => this.#bounced(intent, why),
      );
    }
  }

  #answered(intent: PendingMove): void {
    intent.state = "done";
    this.#send();
    setTimeout(() => this.#drop((other) => other === intent), EVENT_TIMEOUT_MS);
  }

  #bounced(intent: PendingMove, why: unknown): void {
    if (!this.#list.includes(intent)) return;
    // Held moves meant another top card.
    this.#drop((other) => other === intent || other.state === "held");
    if (why instanceof Refused) this.refused(intent.move, why);
  }

  #drop(which: (intent: PendingMove) => boolean): void {
    if (this.#list.some(which)) this.#list = this.#list.filter((intent) => !which(intent));
  }
}
