import type { NimbleResult } from "../../../net/wire";

/** What a question is about: how a round ended, by seat. */
export interface LessonQuestion {
  ask: "wins";
  left: number[];
  errors: number[];
  titles: NimbleResult["titles"];
}
