import type { ReplayKit } from "../kit";
import type { Nimble } from "./kit";
import MoveLine from "./MoveLine.svelte";
import { describe, sentence } from "./moves";

const replay: ReplayKit<Nimble> = {
  describe,
  sentence,
  Move: MoveLine,
  tableAnnounces: false,
};
export default replay;
