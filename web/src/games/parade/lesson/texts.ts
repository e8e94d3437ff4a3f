/** The texts of every page of the lesson. */

import { stepTexts as page } from "../../../learn/texts";
import { m } from "../../../messages";
import type { StepTexts } from "../../kit";

export const texts: Record<string, StepTexts> = {
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
};
