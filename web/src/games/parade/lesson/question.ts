import type { ParadeCard, ParadeColourLine } from "../../../net/wire";

/** What a question is about: cards in front of each player, with or without how they count. */
export interface LessonQuestion {
  ask: "majority" | "costs" | "wins";
  colour: string;
  front: ParadeCard[][];
  sheet?: ParadeColourLine[][];
  scores?: number[];
  cards?: number[];
}
