import type { ReplayKit } from "../kit";
import type { Parade } from "./kit";
import MoveLine from "./MoveLine.svelte";
import { describe, sentence } from "./moves";
import OpenHands from "./OpenHands.svelte";

const replay: ReplayKit<Parade> = {
  describe,
  sentence,
  Move: MoveLine,
  OpenHands,
  // At the end nobody has a hand any more.
  hasHands: (views) => views.some(({ hand }) => hand.length > 0),
  tableAnnounces: true,
};
export default replay;
