/** Changes as the server sends them: a path into an object, and its new value. */

import type { Change } from "./wire";

/** Applies the changes in place. An index one past the end of a list appends. */
export function applyChanges(target: object, changes: Change[]): void {
  for (const change of changes) {
    const path = change.slice(0, -1) as (string | number)[];
    const last = path.pop()!;
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a path leads anywhere
    const place = path.reduce((place: any, step) => place[step], target);
    place[last] = change.at(-1);
  }
}
