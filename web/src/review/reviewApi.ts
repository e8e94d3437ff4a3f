/** Reviews and what follows from them, as the server offers them. */

import { ask } from "../net/api";
import type { ReviewSource } from "./reviewRequest.svelte";
import type { ComparedGame, EarlierGames, Hint, ReviewStatus, WhatIf, WhatIfTable } from "../net/wire";

/** The review of a finished game, or of an imported record. */
export function reviewOf({ game, record }: { game?: string; record?: string }): ReviewSource {
  const path = game ? `/games/${game}/review` : `/records/${record}/review`;
  return {
    status: () => ask<ReviewStatus>("GET", path),
    start: () => ask<ReviewStatus>("POST", path, {}),
    report: () => ask<object>("GET", `${path}/report`),
  };
}

/** One's own games before this one, with what they are compared by; none where that cannot be told now. */
export const earlierGames = (game: string): Promise<readonly ComparedGame[]> =>
  ask<EarlierGames>("GET", `/games/${game}/review/earlier`).then(
    ({ games }) => games,
    () => [],
  );

/** The id of the new table. */
export async function playOn(from: WhatIf): Promise<string> {
  return (await ask<WhatIfTable>("POST", "/what-if", from)).table;
}

/** What the person whose turn it is could do, as their game's review tells it. */
export const askHint = (table: string): Promise<Hint> => ask<Hint>("POST", `/tables/${table}/hint`, {});
