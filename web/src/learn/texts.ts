import type { StepTexts } from "../games/kit";

type Text = () => string;

/** The texts of a page: its title, what is said when it is done, and what is asked in each of its parts. */
export function stepTexts(title: Text, done: Text, ...parts: Text[]): StepTexts {
  return { title, done, parts };
}
