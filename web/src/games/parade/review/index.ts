import type { ReviewKit } from "../../../review/kit";
import type { Parade } from "../kit";
import Hint from "./Hint.svelte";
import Panel from "./Panel.svelte";
import Practice from "./Practice.svelte";

const review: ReviewKit<Parade> = { Panel, Practice, Hint };
export default review;
