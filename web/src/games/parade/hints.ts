/** Which hint a newcomer needs now: each is given once per game, when it explains what is on the table. */

import type { ParadeColourLine, ParadeView } from "../../net/wire";
import { grouped } from "./cards";

export type Hint = "first" | "taking" | "majority" | "fifth" | "last" | "choice";

export function hint(
  view: ParadeView,
  sheets: readonly ParadeColourLine[][] | undefined,
  known: ReadonlySet<Hint>,
): Hint | null {
  const { seat, phase } = view;
  if (seat === null || phase === "over") return null;
  const fits: [Hint, boolean][] = [
    ["choice", phase === "discard" && !view.chosen[seat]],
    ["last", phase === "play" && view.last_round !== null],
    ["fifth", phase === "play" && view.front.some((cards) => grouped(cards).length === 5)],
    ["majority", phase === "play" && (sheets?.[seat]?.some((line) => line.turned) ?? false)],
    ["taking", phase === "play" && view.front[seat].length > 0],
    ["first", phase === "play" && view.turn === seat && view.front[seat].length === 0],
  ];
  return fits.find(([hint, now]) => now && !known.has(hint))?.[0] ?? null;
}
