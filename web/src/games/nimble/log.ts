/** The lines of the move log: only cards that were placed, or it would be a flood. */

import { m } from "../../messages";
import type { LogLine } from "../kit";
import { cardName } from "./cards";
import type { Nimble } from "./kit";
import { describe, sentence } from "./moves";

const line: LogLine<Nimble> = (by, before, after) => {
  const move = describe(by, before, after);
  if (move.kind !== "place") return null;
  return (names, you) =>
    by.seat === you
      ? m.nimble_you_placed({ card: cardName(move.card), pile: move.pile })
      : sentence(move, names[by.seat]);
};
export default line;
