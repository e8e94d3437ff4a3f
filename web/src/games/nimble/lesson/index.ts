import type { Script } from "../../../learn/script";
import { m } from "../../../messages";
import { colourName } from "../../colourNames";
import type { LessonKit } from "../../kit";
import type { Nimble } from "../kit";
import RoundResult from "./RoundResult.svelte";
import script from "./script.json";
import { texts } from "./texts";

const lesson: LessonKit<Nimble> = {
  script: script as unknown as Script<Nimble>,
  texts,
  end: m.lesson_end_nimble,
  teller: "gryphon",
  opponent: "turtle",
  besideFrom: 1024,
  Question: RoundResult,
  correction: (_, { frame }) => (frame === undefined ? null : m.lesson_misfit({ colour: colourName(frame) })),
  // A placement names the top it saw; which one that was does not matter.
  actionKey: (action) => action.split(" on ")[0],
};
export default lesson;
