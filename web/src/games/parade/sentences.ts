/** Sentences about the game: what the table says, and what a screen reader is told. */

import { formatList } from "../../app/format";
import { substituteName } from "../bots";
import { colourName } from "../colourNames";
import type { ParadeCard, ParadeColourLine, ParadeView, ParadeTrigger } from "../../net/wire";
import { m } from "../../messages";
import { cardName, theCard, valueOf } from "./cards";
import type { GameEvent } from "./gameEvents";
import { takenCards, type CardFate, type Reason } from "./preview";

export const cardText = (one: ParadeCard): string => cardName(one);

export const cardsText = (several: readonly ParadeCard[]): string => formatList(several.map(cardText));

/** The same within a sentence. */
export const theCards = (several: readonly ParadeCard[]): string => formatList(several.map(theCard));

const REASONS: Record<Reason, () => string> = {
  colour: m.reason_colour,
  value: m.reason_value,
  both: m.reason_both,
};

export const reasonText = (why: Reason | null): string => (why ? REASONS[why]() : "");

/** "You would take red 3 (colour) and blue 2 (value)." ``brief``: fits three lines on a phone. */
export function takenSentence(fates: readonly CardFate[], brief = false): string {
  const taken = takenCards(fates);
  if (brief && taken.length > 5) return m.parade_would_take_many({ count: taken.length });
  if (brief && taken.length > 3) return m.parade_would_take({ cards: theCards(taken.map((one) => one.card)) });
  if (taken.length)
    return m.parade_would_take({
      cards: formatList(
        taken.map((one) => m.parade_because({ card: theCard(one.card), reason: reasonText(one.reason) })),
      ),
    });
  return fates.length && fates.every(({ fate }) => fate === "safe")
    ? m.parade_all_safe()
    : m.parade_would_take_nothing();
}

export function fateText(one: CardFate): string {
  if (one.fate === "taken") return m.parade_taken({ reason: reasonText(one.reason) });
  return one.fate === "kept" ? m.parade_kept() : m.parade_safe();
}

/** Why it is the last round, for its banner. */
export function lastRoundReason({ seat, colours, pile }: ParadeTrigger, view: ParadeView): string {
  const name = view.players[seat];
  if (colours && pile) return m.parade_last_both({ name });
  if (pile) return m.parade_last_pile();
  return seat === view.seat ? m.parade_last_yours() : m.parade_last_colours({ name });
}

function begins({ seat, colours, pile }: ParadeTrigger, view: ParadeView): string {
  const name = view.players[seat];
  if (colours && pile) return m.play_trigger_both({ name });
  if (pile) return m.play_trigger_pile();
  return seat === view.seat ? m.parade_sixth_yours() : m.play_trigger_colours({ name });
}

/** What happened, in one sentence. */
export function eventSentence(event: GameEvent, view: ParadeView): string {
  switch (event.kind) {
    case "played":
      return played(event, view);
    case "drew":
      return m.parade_drawn({ card: theCard(event.card) });
    case "last round":
      return begins(event.trigger, view);
    case "choice":
      return m.parade_choice_begins();
    case "chose":
      return event.seat === view.seat ? m.parade_you_chose() : m.parade_they_chose({ name: view.players[event.seat] });
    case "turn":
      return event.seat === view.seat ? m.parade_your_turn() : m.parade_turn_of({ name: view.players[event.seat] });
  }
}

function played({ seat, card: one, took, bot }: GameEvent & { kind: "played" }, view: ParadeView): string {
  const name = bot ? substituteName(bot, view.players[seat], seat === view.seat) : view.players[seat];
  const what = theCard(one);
  if (took === null) return m.parade_just_played({ name, card: what });
  const mine = seat === view.seat && !bot;
  if (took.length === 0) return mine ? m.parade_you_played({ card: what }) : m.parade_they_played({ name, card: what });
  const taken = theCards(took);
  return mine
    ? m.parade_you_took({ card: what, cards: taken })
    : m.parade_they_took({ name, card: what, cards: taken });
}

/** "red: 3, 7 and 10; 20 points" or "…; majority, each card counts 1; 3 points" */
export function colourLineText(one: ParadeColourLine): string {
  const values = formatList(one.cards.map((each) => `${valueOf(each)}`));
  const parts = [m.parade_group({ colour: colourName(one.colour), values })];
  if (one.turned) parts.push(m.parade_majority());
  parts.push(m.parade_points({ count: one.points }));
  return parts.reduce((line, more) => m.parade_line_part({ line, more }));
}

/** "You would have 12 points: red 3, majority, and blue 9." */
export function whatIfSentence(then: { sheet: readonly ParadeColourLine[] } | null): string | null {
  if (!then) return null;
  const lines = then.sheet.map(({ colour, points, turned }) =>
    turned
      ? m.parade_what_if_turned({ colour: colourName(colour), points })
      : m.parade_what_if_line({ colour: colourName(colour), points }),
  );
  return m.parade_what_if_told({
    count: then.sheet.reduce((sum, { points }) => sum + points, 0),
    lines: formatList(lines),
  });
}
