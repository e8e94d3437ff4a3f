/** The colours of cards, by letter. style/paper.css has the same as custom properties; the tests compare them. */

export const CREAM = "#fff5e2";
export const INK = "#2a211d";

export interface Colour {
  /** The colour itself. */
  ground: string;
  /** What is legible on it. */
  on: typeof CREAM | typeof INK;
}

export const COLOURS = {
  R: { ground: "#b5212d", on: CREAM },
  B: { ground: "#2067b2", on: CREAM },
  V: { ground: "#552b68", on: CREAM },
  G: { ground: "#46a070", on: INK },
  S: { ground: "#98a1ae", on: INK },
  O: { ground: "#ee8c26", on: INK },
  Y: { ground: "#e6d2a2", on: INK },
} as const satisfies Record<string, Colour>;
