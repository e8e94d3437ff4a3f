/** Cards of Nimble as their text says them: `RB` has a red frame and a blue circle. */

import { m } from "../../messages";
import type { NimbleCard } from "../../net/wire";
import { colourName } from "../colourNames";

export const COLOURS = ["B", "O", "V", "R", "Y", "G"] as const;

/** "red frame, blue circle" for RB. */
export function cardName(card: NimbleCard): string {
  return m.games_nimble_card({ frame: colourName(card[0]), circle: colourName(card[1]) });
}
