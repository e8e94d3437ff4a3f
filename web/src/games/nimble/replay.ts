import type { ReplayKit } from "../kit";
import type { Nimble } from "./kit";
import MoveLine from "./MoveLine.svelte";
import { describe, sentence } from "./moves";
import OpenDiscards from "./OpenDiscards.svelte";

const replay: ReplayKit<Nimble> = {
  describe,
  sentence,
  Move: MoveLine,
  OpenHands: OpenDiscards,
  hasHands: () => true,
  tableAnnounces: false,
};
export default replay;
