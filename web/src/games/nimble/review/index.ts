import type { ReviewKit } from "../../../review/kit";
import type { Nimble } from "../kit";
import Panel from "./Panel.svelte";

const review: ReviewKit<Nimble> = { Panel };
export default review;
