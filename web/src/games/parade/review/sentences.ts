/** What a review says in words. */

import { asSentence, formatList, formatNumber, formatPercent } from "../../../app/format";
import * as why from "../../../messages/parts/why";
import { m } from "../../../messages";
import type { ParadeCard } from "../../../net/wire";
import { colourName } from "../../colourNames";
import { cardName, theCard } from "../cards";
import { playedMove } from "./bookkeeping";
import type { Decision, Mark, MoveText, Reason, ReviewedMove, Stage } from "./report";

export const MARK_NAMES: Record<Mark, () => string> = {
  doubtful: m.paradereview_mark_doubtful,
  mistake: m.paradereview_mark_mistake,
  blunder: m.paradereview_mark_blunder,
};

export const STAGE_NAMES: Record<Stage, () => string> = {
  opening: m.paradereview_stage_opening,
  middle: m.paradereview_stage_middle,
  last_round: m.paradereview_stage_last_round,
  last_choice: m.paradereview_stage_last_choice,
};

export const cardsOfMove = (move: MoveText): ParadeCard[] => [move].flat();

/** "red 3", or "red 3 and blue 7" for the two that are set aside. */
export const moveName = (move: MoveText): string => formatList(cardsOfMove(move).map(cardName));

/** The same within a sentence. */
export const theMove = (move: MoveText): string => formatList(cardsOfMove(move).map(theCard));

/** A part of a win: small ones need a decimal. */
export const partText = (part: number): string => formatPercent(part, Math.abs(part) < 0.0995 ? 1 : 0);

/** A standard error is never said to be nothing. */
export const errorText = (se: number): string => formatPercent(Math.max(se, 0.001), 1);

export const pointsText = (points: number): string => m.paradereview_points({ points: formatNumber(points, 1) });

/** A choice, for those who hear it. */
export function toldMove({ move, win, win_se, points }: ReviewedMove): string {
  return m.paradereview_told({
    move: moveName(move),
    win: formatPercent(win, 1),
    se: errorText(2 * win_se),
    points: formatNumber(points, 1),
  });
}

type Say = (values: Record<string, string | number>) => string;

/** A reason as the table says it; null for one that this page does not know. */
export function reasonText(
  { key, values }: Reason,
  players: readonly string[],
  reviewed: readonly string[],
): string | null {
  const say = (why as unknown as Record<string, Say | undefined>)[key];
  if (!say) return null;
  const said = Object.entries(values).map(([name, value]) => [name, valueText(name, value, players, reviewed)]);
  return say(Object.fromEntries(said));
}

function valueText(name: string, value: unknown, players: readonly string[], reviewed: readonly string[]) {
  if (name === "colour") return colourName(`${value}`);
  if (name === "colours") return formatList([...`${value}`].map(colourName));
  if (name === "card") return theCard(value as ParadeCard);
  if (name === "cards") return formatList((value as ParadeCard[]).map(theCard));
  // Bots are called otherwise in the report, which is in no language.
  if (name === "name") return players[reviewed.indexOf(`${value}`)] ?? `${value}`;
  return value as string | number;
}

/** What the move played did, and of an error what the best would have done. */
export function whySentence(decision: Decision, players: readonly string[], reviewed: readonly string[]): string {
  const reasons = joined(decision.reasons, players, reviewed);
  const best_reasons = joined(decision.best_reasons, players, reviewed);
  if (reasons === null || best_reasons === null) return decision.why;
  const [move, best] = [inWords(decision.played), inWords(decision.moves[0].move)];
  if (best_reasons) return asSentence(m.review_why_error({ move, reasons, best, best_reasons }));
  return reasons && asSentence(m.review_why({ move, reasons }));
}

/** Null where this page does not know one of them. */
function joined(reasons: readonly Reason[], players: readonly string[], reviewed: readonly string[]): string | null {
  const said = reasons.map((reason) => reasonText(reason, players, reviewed));
  if (said.includes(null)) return null;
  return said.reduce<string>((first, more) => (first ? m.paradereview_reasons({ first, more: more! }) : more!), "");
}

const inWords = (move: MoveText): string =>
  typeof move === "string" ? theCard(move) : m.review_aside({ cards: theMove(move) });

/** What is to be thought of the move played. */
export function verdict(decision: Decision, name: string): string {
  const { moves, error, error_se, mark } = decision;
  const played = playedMove(decision);
  if (moves.length === 1) return m.paradereview_is_forced();
  const values = { error: partText(error), se: errorText(2 * error_se) };
  if (mark) return m.paradereview_cost(values);
  const right = moves.filter((move) => move.right).length;
  if (played === moves[0] && right === 1) return m.paradereview_is_best({ name });
  if (played?.right) return m.paradereview_is_right({ count: right });
  return m.paradereview_in_doubt(values);
}
