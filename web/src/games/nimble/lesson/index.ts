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
  correction({ wanted }, { frame, circle }) {
    if (frame === undefined || circle === undefined) return null;
    const colours = { frame: colourName(frame), circle: colourName(circle) };
    // Only where a card is to be placed there is a circle to look for.
    const placing = Object.keys(wanted).some((action) => action.startsWith("place "));
    return placing ? m.lesson_misfit(colours) : m.lesson_misfit_here(colours);
  },
  wrongAnswer: () => m.lesson_hint_nimble_wins(),
  // A placement names the top it saw; which one that was does not matter.
  actionKey: (action) => action.split(" on ")[0],
};
export default lesson;
