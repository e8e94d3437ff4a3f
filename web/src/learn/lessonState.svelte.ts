/** The state of a lesson: the current step, and what follows from the learner's actions. */

import { Refused } from "../net/api";
import { announce } from "../app/announcer.svelte";
import { applyChanges } from "../net/changes";
import { motionAllowed } from "../app/settings.svelte";
import { m } from "../messages";
import type { LessonKit, NumberedAction, StepTexts } from "../games/kit";
import { savePage, savedPage } from "./progress";
import {
  LEARNER,
  type ActionTask,
  type LessonTable,
  type Move,
  type QuestionTask,
  type Script,
  type Step,
} from "./script";

/** Between two actions of others: long enough to see who did what. */
const pause = () => (motionAllowed() ? 1100 : 350);

export class LessonState {
  page = $state(0);
  part = $state(0);
  done = $state(false);
  /** The hint after a wrong try; empty where there is none. */
  answer = $state("");
  table: LessonTable | null = $state(null);
  /** Counts opened pages: the table is recreated with each. */
  opened = $state(0);
  /** Wrong options of the current question. */
  wrong: number[] = $state([]);
  /** The latest actions at the table. */
  actions: NumberedAction[] = $state.raw([]);
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;

  readonly script: Script;

  constructor(
    private readonly kit: LessonKit,
    private names: () => string[],
  ) {
    this.script = kit.script;
    this.open(savedPage(this.script.game, this.script.steps.length), false);
  }

  /** The step of the page; null on the last page. */
  get step(): Step | null {
    return this.script.steps[this.page] ?? null;
  }

  get asked(): ActionTask | QuestionTask | null {
    return this.step?.parts[this.part] ?? null;
  }

  /** The texts of the page; null on the last page. */
  get texts(): StepTexts | null {
    return this.step && this.kit.texts[this.step.name];
  }

  /** What the page asks, or says when it is done. It stays when something else was tried. */
  get text(): string {
    if (!this.step) return "";
    return this.done ? this.texts!.done() : this.texts!.parts[this.part]();
  }

  open(page: number, say = true): void {
    this.leave();
    this.page = page;
    this.part = 0;
    this.done = false;
    this.answer = "";
    this.wrong = [];
    this.opened += 1;
    this.table = structuredClone(this.step?.table ?? null);
    this.rename();
    savePage(this.script.game, page);
    if (say) announce(this.text);
  }

  /** Names depend on the language. */
  rename(): void {
    if (this.table) this.table.view.players = this.names();
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#busy = false;
  }

  /** Called by the table. Throws where the action did not happen, as a live table does. */
  async act(action: string): Promise<void> {
    const asked = this.asked;
    if (this.done || this.#busy || asked?.kind !== "act") throw unasked("");
    const key = this.#matching(Object.keys(asked.wanted), action);
    if (key === undefined) {
      const other = this.#matching(Object.keys(asked.others), action);
      this.answer =
        other === undefined
          ? m.lesson_not_possible()
          : (this.kit.correction(asked, asked.others[other]) ?? m.lesson_not_now());
      announce(`${this.answer} ${this.text}`);
      throw unasked("");
    }
    this.answer = "";
    const moves = asked.wanted[key];
    const own = moves.findIndex(({ seat }) => seat === LEARNER);
    for (const move of moves.slice(0, own + 1)) this.#happen(move);
    this.#then(moves.slice(own + 1));
    if (moves[own].bounces) throw new Refused({ kind: "too_late", key: "refused_bounced", text: m.lesson_beaten() });
  }

  /** The learner's answer to a question. */
  say(option: number): void {
    const asked = this.asked;
    if (this.done || asked?.kind !== "question" || this.wrong.includes(option)) return;
    this.answer = option === asked.answer ? "" : this.kit.wrongAnswer(asked.about);
    if (this.answer) {
      this.wrong = [...this.wrong, option];
      announce(`${this.answer} ${this.text}`);
    } else this.#on();
  }

  #matching(actions: string[], action: string): string | undefined {
    return actions.find((other) => this.kit.actionKey(other) === this.kit.actionKey(action));
  }

  #happen({ seat, action, bounces, changes }: Move): void {
    if (!bounces) this.actions = [...this.actions.slice(-9), { number: this.#count++, seat, action }];
    // A copy: the same page may be opened again.
    if (this.table) applyChanges(this.table, structuredClone(changes));
    this.rename();
  }

  /** Plays the actions of the others one by one; then the lesson goes on. */
  #then(moves: Move[]): void {
    this.#busy = true;
    const next = () => {
      const move = moves.shift();
      if (move) this.#happen(move);
      if (moves.length) this.#timer = setTimeout(next, pause());
      else this.#on();
    };
    if (moves.length) this.#timer = setTimeout(next, pause());
    else this.#on();
  }

  #on(): void {
    this.#busy = false;
    this.wrong = [];
    if (this.part + 1 < this.step!.parts.length) this.part += 1;
    else this.done = true;
    announce(this.text);
  }
}

/** Without a text: the page itself shows why. */
const unasked = (text: string) => new Refused({ kind: "not_allowed", key: "lesson", text });
