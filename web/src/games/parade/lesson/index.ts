import type { Script } from "../../../learn/script";
import { m } from "../../../messages";
import type { ParadeCard } from "../../../net/wire";
import type { LessonKit } from "../../kit";
import { cardName } from "../cards";
import type { Parade } from "../kit";
import Fronts from "./Fronts.svelte";
import script from "./script.json";
import { texts } from "./texts";

const lesson: LessonKit<Parade> = {
  script: script as unknown as Script<Parade>,
  texts,
  end: m.lesson_end_parade,
  teller: "cat",
  opponent: "dormouse",
  // The line of cards is long.
  besideFrom: 1376,
  Question: Fronts,
  correction({ find, wanted }, { taken }) {
    if (taken === undefined) return null;
    if (find) return m.lesson_find({ count: taken });
    const card = cardName(Object.keys(wanted)[0].replace("play ", "") as ParadeCard);
    return taken ? m.lesson_try({ count: taken, card }) : m.lesson_try_nothing({ card });
  },
  wrongAnswer({ ask, front }) {
    if (ask === "wins") return m.lesson_hint_parade_wins();
    if (ask === "costs") return m.lesson_hint_parade_costs();
    return front.length === 2 ? m.lesson_hint_parade_pair() : m.lesson_hint_parade_majority();
  },
  // Two cards that are set aside have no order.
  actionKey: (action) => action.split(" ").sort().join(" "),
};
export default lesson;
