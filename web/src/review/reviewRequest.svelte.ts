/** A review that is asked for: where it stands, and its report once there is one. */

import { poll } from "../app/polling";
import { errorText } from "../ui/asyncTask.svelte";
import type { ReviewStatus } from "../net/wire";

const POLL_MS = 1000;

/** The server's part: of a finished game, or of an imported record. */
export interface ReviewSource {
  status(): Promise<ReviewStatus>;
  start(): Promise<ReviewStatus>;
  report(): Promise<object>;
}

export class ReviewRequest {
  status: ReviewStatus | null = $state.raw(null);
  report: object | null = $state.raw(null);
  /** Why nothing can be said at the moment, or why it was refused. */
  problem = $state("");
  #stop: (() => void) | null = null;
  #left = false;
  /** Whether the report that is there is the exact one. */
  #refined = false;

  constructor(private readonly source: ReviewSource) {}

  get waiting(): boolean {
    return this.status?.state === "waiting" || this.status?.state === "running";
  }

  /** Looks whether there is one; ``ask``: and asks for it, where there is none. */
  async begin(ask: boolean): Promise<void> {
    await this.#try(async () => {
      let status = await this.source.status();
      if (ask && status.state === "none") status = await this.source.start();
      await this.#told(status);
    });
  }

  /** Asks for it, also again after it has failed. */
  async start(): Promise<void> {
    await this.#try(async () => this.#told(await this.source.start()));
  }

  leave(): void {
    this.#left = true;
    this.#rest();
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      if (!this.#left) this.problem = "";
    } catch (error) {
      if (!this.#left) this.problem = errorText(error);
    }
  }

  async #told(status: ReviewStatus): Promise<void> {
    if (this.#left) return;
    const fresh = this.report === null || (status.refined && !this.#refined);
    if (fresh && status.state === "done") await this.#load(status);
    if (this.#left) return;
    this.status = status;
    const more = this.waiting || (status.state === "done" && !status.refined && !status.problem);
    if (!more) this.#rest();
    else this.#stop ??= poll(() => this.#look(), POLL_MS);
  }

  /** Where it stands now. While that cannot be told, it is said why: the review goes on all the same. */
  async #look(): Promise<void> {
    await this.#try(async () => this.#told(await this.source.status()));
  }

  async #load({ refined }: ReviewStatus): Promise<void> {
    const report = await this.source.report();
    if (this.#left) return;
    this.report = report;
    this.#refined = refined;
  }

  #rest(): void {
    this.#stop?.();
    this.#stop = null;
  }
}
