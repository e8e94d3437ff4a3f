/** The colours of both games' cards. style/paper.css has the same as custom properties; the tests hold them together and far apart. */

export const CREAM = "#fff5e2";
export const INK = "#2a211d";

export interface Colour {
  /** The colour itself. */
  ground: string;
  /** What is legible on it. */
  on: typeof CREAM | typeof INK;
}

const RED: Colour = { ground: "#b5212d", on: CREAM };
const BLUE: Colour = { ground: "#2067b2", on: CREAM };
const VIOLET: Colour = { ground: "#552b68", on: CREAM };
const GREEN: Colour = { ground: "#46a070", on: INK };
const SLATE: Colour = { ground: "#98a1ae", on: INK };
const ORANGE: Colour = { ground: "#ee8c26", on: INK };
const BEIGE: Colour = { ground: "#e6d2a2", on: INK };

export const PALETTES = {
  parade: { R: RED, B: BLUE, V: VIOLET, G: GREEN, S: SLATE, O: ORANGE },
  nimble: { B: BLUE, O: ORANGE, V: VIOLET, R: RED, Y: BEIGE, G: GREEN },
} as const;
