import type { ReplayKit } from "../kit";
import type { Parade } from "./kit";
import MoveLine from "./MoveLine.svelte";
import { describe, sentence } from "./moves";

const replay: ReplayKit<Parade> = {
  describe,
  sentence,
  Move: MoveLine,
  tableAnnounces: true,
};
export default replay;
