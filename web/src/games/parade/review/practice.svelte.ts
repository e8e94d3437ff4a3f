/** "Learn from your mistakes": one position after the other, tried until the answer is right or shown. */

import { announce } from "../../../app/announcer.svelte";
import { asSentence } from "../../../app/format";
import { m } from "../../../messages";
import { Refused } from "../../../net/api";
import { cardsOf, isRight, keyOf, lessons } from "./moments";
import type { Decision, ParadeReport } from "./report";
import { cardsOfMove, partText, theMove } from "./sentences";

export class PracticeState {
  readonly all: readonly Decision[];
  place = $state(0);
  state: "asking" | "right" | "shown" = $state("asking");
  /** What is said of the last try; empty before it. */
  answer = $state("");
  /** Positions that were found without help. */
  found = $state(0);
  #tried = false;

  constructor(
    report: ParadeReport,
    seat: number,
    private readonly name: () => string,
  ) {
    this.all = lessons(report, seat);
  }

  /** The position; null after the last one. */
  get decision(): Decision | null {
    return this.all[this.place] ?? null;
  }

  get task(): string {
    if (!this.decision) return "";
    const values = { name: this.name(), move: theMove(this.decision.played) };
    return typeof this.decision.played === "string"
      ? m.paradereview_practice_play(values)
      : m.paradereview_practice_aside(values);
  }

  /** Called by the table; throws where it is not the answer, so that the card goes back to the hand. */
  async act(action: string): Promise<void> {
    const decision = this.decision;
    if (!decision || this.state !== "asking") throw refused();
    if (isRight(decision, action)) {
      if (!this.#tried) this.found += 1;
      this.state = "right";
      this.#say(m.paradereview_practice_right({ move: theMove(asMove(action)) }));
      return;
    }
    this.#tried = true;
    const key = keyOf(cardsOf(action));
    const tried = decision.moves.find(({ move }) => keyOf(cardsOfMove(move)) === key);
    const move = theMove(asMove(action));
    const behind = decision.moves[0].win - (tried?.win ?? 0);
    this.#say(
      key === keyOf(cardsOfMove(decision.played))
        ? m.paradereview_practice_same({ move })
        : m.paradereview_practice_wrong({ move, error: partText(behind) }),
    );
    throw refused();
  }

  show(): void {
    if (!this.decision || this.state !== "asking") return;
    this.state = "shown";
    this.#say(m.paradereview_practice_shown({ move: theMove(this.decision.moves[0].move) }));
  }

  next(): void {
    this.place += 1;
    this.#reset();
  }

  again(): void {
    this.place = 0;
    this.found = 0;
    this.#reset();
  }

  #reset(): void {
    this.state = "asking";
    this.answer = "";
    this.#tried = false;
    if (this.decision) {
      const values = { number: this.place + 1, count: this.all.length };
      announce(`${m.paradereview_practice_of(values)}. ${this.task}`);
    }
  }

  #say(text: string): void {
    this.answer = asSentence(text);
    announce(this.answer);
  }
}

function asMove(action: string): Decision["played"] {
  const cards = cardsOf(action);
  return cards.length === 1 ? cards[0] : (cards as [(typeof cards)[0], (typeof cards)[0]]);
}

/** Without a text: the page itself says why. */
const refused = () => new Refused({ kind: "not_allowed", key: "practice", text: "" });
