/** An asynchronous task: whether it is running, and why it failed. */

import { Refused } from "../net/api";
import { m } from "../messages";

export class AsyncTask {
  busy = $state(false);
  problem = $state("");

  /** Runs it unless it is running already. Returns whether it succeeded; an error becomes ``problem``. */
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

/** An error as text for the user. */
export function errorText(error: unknown): string {
  if (error instanceof Refused) return error.message;
  console.error(error);
  return m.web_failed();
}
