import { m } from "../../messages";
import type { ParadeCard, ParadeExplanation, ParadeResult, ParadeTableOptions, ParadeView } from "../../net/wire";
import { defineKit } from "../kit";
import Card from "./Card.svelte";
import type { LessonQuestion } from "./lesson/question";
import type { Move } from "./moves";
import type { ParadeReport } from "./review/report";

export interface Parade {
  card: ParadeCard;
  view: ParadeView;
  result: ParadeResult;
  explanation: ParadeExplanation;
  options: ParadeTableOptions;
  move: Move;
  question: LessonQuestion;
  report: ParadeReport;
}

export default defineKit<Parade>({
  title: m.games_parade_name,
  credit: m.games_parade_credit,
  tagline: m.games_parade_tagline,
  summary: m.games_parade_summary,
  Card,
  cards: { cover: ["G2", "R7", "B10"], lesson: ["V0", "O5"], sample: "R7" },
  cloth: "var(--colour-R)",
  onCloth: "var(--colour-R-on)",
  ownPacks: false,
  scores: { best: m.games_parade_best, mean: m.games_parade_mean },
  table: () => import("./Table.svelte"),
  settingsForm: () => import("./SettingsForm.svelte"),
  replay: () => import("./replay"),
  log: () => import("./log"),
  lesson: () => import("./lesson"),
  review: () => import("./review"),
  hints: true,
  // What each card of a hand would do tells the hand; how the cards in front count, everybody sees.
  publicExplanation: (explanation) => ({ ...explanation, cards: {}, aside: {} }),
});
