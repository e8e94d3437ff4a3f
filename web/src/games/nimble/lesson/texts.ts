/** The texts of every page of the lesson. */

import { stepTexts as page } from "../../../learn/texts";
import { m } from "../../../messages";
import type { StepTexts } from "../../kit";

export const texts: Record<string, StepTexts> = {
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
  error: page(m.lesson_nimble_error_title, m.lesson_nimble_error_done, m.lesson_nimble_error_1),
  bounce: page(
    m.lesson_nimble_bounce_title,
    m.lesson_nimble_bounce_done,
    m.lesson_nimble_bounce_1,
    m.lesson_nimble_bounce_2,
  ),
  end: page(m.lesson_nimble_end_title, m.lesson_nimble_end_done, m.lesson_nimble_end_1, m.lesson_nimble_end_2),
  winner: page(m.lesson_nimble_winner_title, m.lesson_nimble_winner_done, m.lesson_nimble_winner_1),
};
