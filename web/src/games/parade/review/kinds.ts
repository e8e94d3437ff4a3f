/** The kinds of luck and error that change somebody's chances from move to move, and how they are drawn. */

import { m } from "../../../messages";
import type { Part, StepLuck } from "./bookkeeping";

interface Kind {
  of: Exclude<keyof StepLuck, "ply">;
  name: () => string;
  colour: string;
}

/** The nearest to the line first. */
export const KINDS: readonly Kind[] = [
  { of: "own", name: m.paradereview_kind_own_short, colour: "--colour-R" },
  { of: "others", name: m.paradereview_kind_others_short, colour: "--colour-G" },
  { of: "draw", name: m.paradereview_kind_draw_short, colour: "--colour-O" },
  { of: "hidden", name: m.paradereview_kind_hidden_short, colour: "--colour-S" },
];

export const PARTS: Record<Part["kind"], { name: () => string; colour: string }> = {
  deal: { name: m.paradereview_kind_deal, colour: "--colour-Y" },
  draws: { name: m.paradereview_kind_draws, colour: "--colour-O" },
  hidden: { name: m.paradereview_kind_hidden, colour: "--colour-S" },
  own_errors: { name: m.paradereview_kind_own_errors, colour: "--colour-R" },
  others_errors: { name: m.paradereview_kind_others_errors, colour: "--colour-G" },
};
