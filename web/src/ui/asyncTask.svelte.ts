/** Something that is being done: whether it still is, and why it was not. */

import { Refused } from "../net/api";
import { m } from "../messages";

export class AsyncTask {
  busy = $state(false);
  problem = $state("");

  /** Do it, unless it is being done already. What is refused is told in place; true when it was done. */
  async run(work: () => unknown): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = "";
    try {
      await work();
      return true;
    } catch (error) {
      this.problem = errorText(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

/** Why something did not happen, for the person who wanted it. */
export function errorText(error: unknown): string {
  if (error instanceof Refused) return error.message;
  console.error(error);
  return m.web_failed();
}
