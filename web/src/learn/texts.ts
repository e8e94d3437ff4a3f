/** The words of every page: its title, what is asked in each of its parts, and what is said when it is done. */

import type { GameName } from "../games/catalogue.svelte";
import { m } from "../messages";

type Text = () => string;

export interface StepTexts {
  title: Text;
  parts: Text[];
  done: Text;
}

const page = (title: Text, done: Text, ...parts: Text[]): StepTexts => ({ title, parts, done });

const WORDS: Record<GameName, Record<string, StepTexts>> = {
  parade: {
    safe: page(m.lesson_parade_safe_title, m.lesson_parade_safe_done, m.lesson_parade_safe_1),
    colour: page(m.lesson_parade_colour_title, m.lesson_parade_colour_done, m.lesson_parade_colour_1),
    value: page(m.lesson_parade_value_title, m.lesson_parade_value_done, m.lesson_parade_value_1),
    zero: page(m.lesson_parade_zero_title, m.lesson_parade_zero_done, m.lesson_parade_zero_1),
    choose: page(m.lesson_parade_choose_title, m.lesson_parade_choose_done, m.lesson_parade_choose_1),
    last: page(m.lesson_parade_last_title, m.lesson_parade_last_done, m.lesson_parade_last_1, m.lesson_parade_last_2),
    aside: page(m.lesson_parade_aside_title, m.lesson_parade_aside_done, m.lesson_parade_aside_1),
    majority: page(
      m.lesson_parade_majority_title,
      m.lesson_parade_majority_done,
      m.lesson_parade_majority_1,
      m.lesson_parade_majority_2,
    ),
    pair: page(m.lesson_parade_pair_title, m.lesson_parade_pair_done, m.lesson_parade_pair_1),
    winner: page(m.lesson_parade_winner_title, m.lesson_parade_winner_done, m.lesson_parade_winner_1),
  },
  nimble: {
    flip: page(m.lesson_nimble_flip_title, m.lesson_nimble_flip_done, m.lesson_nimble_flip_1),
    place: page(m.lesson_nimble_place_title, m.lesson_nimble_place_done, m.lesson_nimble_place_1),
    chain: page(
      m.lesson_nimble_chain_title,
      m.lesson_nimble_chain_done,
      m.lesson_nimble_chain_1,
      m.lesson_nimble_chain_2,
      m.lesson_nimble_chain_3,
      m.lesson_nimble_chain_4,
    ),
    back: page(
      m.lesson_nimble_back_title,
      m.lesson_nimble_back_done,
      m.lesson_nimble_back_1,
      m.lesson_nimble_back_2,
      m.lesson_nimble_back_3,
      m.lesson_nimble_back_4,
    ),
    turn: page(
      m.lesson_nimble_turn_title,
      m.lesson_nimble_turn_done,
      m.lesson_nimble_turn_1,
      m.lesson_nimble_turn_2,
      m.lesson_nimble_turn_3,
    ),
    mistake: page(m.lesson_nimble_mistake_title, m.lesson_nimble_mistake_done, m.lesson_nimble_mistake_1),
    bounce: page(
      m.lesson_nimble_bounce_title,
      m.lesson_nimble_bounce_done,
      m.lesson_nimble_bounce_1,
      m.lesson_nimble_bounce_2,
    ),
    end: page(m.lesson_nimble_end_title, m.lesson_nimble_end_done, m.lesson_nimble_end_1, m.lesson_nimble_end_2),
    winner: page(m.lesson_nimble_winner_title, m.lesson_nimble_winner_done, m.lesson_nimble_winner_1),
  },
};

export function stepTexts(game: GameName, step: string): StepTexts {
  return WORDS[game][step];
}
