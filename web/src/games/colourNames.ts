/** What the colours of cards are called. */

import { m } from "../messages";

const COLOURS: Record<string, () => string> = {
  R: m.colour_R,
  B: m.colour_B,
  V: m.colour_V,
  G: m.colour_G,
  S: m.colour_S,
  O: m.colour_O,
  Y: m.colour_Y,
};

export function colourName(letter: string): string {
  return COLOURS[letter]?.() ?? letter;
}
