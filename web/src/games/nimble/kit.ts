import { m } from "../../messages";
import type { NimbleCard, NimbleResult, NimbleTableOptions, NimbleView } from "../../net/wire";
import { defineKit, type AnyExplanation } from "../kit";
import Card from "./Card.svelte";
import type { LessonQuestion } from "./lesson/question";
import type { Move } from "./moves";
import type { NimbleReport } from "./review/report";

export interface Nimble {
  card: NimbleCard;
  view: NimbleView;
  result: NimbleResult;
  explanation: AnyExplanation;
  options: NimbleTableOptions;
  move: Move;
  question: LessonQuestion;
  report: NimbleReport;
}

export default defineKit<Nimble>({
  title: m.games_nimble_name,
  credit: m.games_nimble_credit,
  tagline: m.games_nimble_tagline,
  summary: m.games_nimble_summary,
  Card,
  cards: { cover: ["GV", "VO", "OB"], lesson: ["RB", "BG"], sample: "VO" },
  cloth: "color-mix(in srgb, var(--colour-B) 78%, black)",
  onCloth: "var(--colour-B-on)",
  ownPacks: true,
  scores: { best: m.games_nimble_best, mean: m.games_nimble_mean },
  table: () => import("./Table.svelte"),
  replay: () => import("./replay"),
  log: () => import("./log"),
  lesson: () => import("./lesson"),
  review: () => import("./review"),
  settingsForm: () => import("./SettingsForm.svelte"),
  optionsForm: () => import("./OptionsForm.svelte"),
  optionSentences: ({ errors, assist, challenge }) => [
    assist ? m.games_nimble_assist() : errors === "out" ? m.games_nimble_errors_out() : m.games_nimble_errors_fewest(),
    ...(challenge ? [m.games_nimble_challenge()] : []),
  ],
  optionLabels: ({ assist, challenge }) => [
    ...(assist ? [m.games_nimble_assist_label()] : []),
    ...(challenge ? [m.games_nimble_challenge_label()] : []),
  ],
  hasNextRound: ({ challenge }, result) => challenge && !result.challenge?.winners,
});
