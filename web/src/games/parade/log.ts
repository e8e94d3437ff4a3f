/** The lines of the move log. */

import type { LogLine } from "../kit";
import { eventsBetween, type GameEvent } from "./gameEvents";
import type { Parade } from "./kit";
import { eventSentence } from "./sentences";

/** What everybody may know: not the card that somebody drew. */
const LOGGED: GameEvent["kind"][] = ["played", "last round", "chose"];

const line: LogLine<Parade> = (by, before, after) => {
  const events = eventsBetween(before, after).filter(({ kind }) => LOGGED.includes(kind));
  // The last choice ends the game.
  if (!events.length) events.push({ kind: "chose", seat: by.seat });
  return (names, you) =>
    events.map((event) => eventSentence(event, { ...after, players: [...names], seat: you })).join(" ");
};
export default line;
