import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COLOURS as NIMBLE } from "../games/nimble/cards";
import { COLOURS as PARADE } from "../games/parade/cards";
import { COLOURS, type Colour } from "./colours";
import { contrast, distance, lab, VISIONS, type Vision } from "./colourVision";

const css = readFileSync("src/style/paper.css", "utf-8");

/** The custom properties of the first block that follows this text. */
function tokens(selector: string): Record<string, string> {
  const from = css.indexOf("{", css.indexOf(selector));
  const block = css.slice(from, css.indexOf("}", from));
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));
}

const light = tokens("\n:root {");
const night = tokens('\n:root[data-theme="dark"]');
const themes = { light, dark: { ...light, ...night } };
/** The colours that must be told apart within one game. */
const games: [string, readonly (keyof typeof COLOURS)[]][] = [
  ["Parade", PARADE],
  ["Nimble", NIMBLE],
];
const visions = Object.keys(VISIONS) as Vision[];

it("measures distances as the authors of CIEDE2000 do", () => {
  // Pairs 1, 7, 17 and 25 of Sharma, Wu and Dalal's test data.
  expect(distance([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 3);
  expect(distance([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 3);
  expect(distance([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 3);
  expect(distance([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 3);
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
});

describe.each(games)("the colours of %s", (_, letters) => {
  const colours = letters.map((letter): [string, Colour] => [letter, COLOURS[letter]]);

  it.each(visions)("are far apart to the eye: %s", (vision) => {
    for (const [i, [one, { ground }]] of colours.entries()) {
      for (const [other, { ground: second }] of colours.slice(i + 1)) {
        const apart = distance(lab(ground, vision), lab(second, vision));
        expect(apart, `${one} and ${other}`).toBeGreaterThan(vision === "normal" ? 20 : 12);
      }
    }
  });

  it("bear legible marks", () => {
    for (const [letter, { ground, on }] of colours) expect(contrast(ground, on), letter).toBeGreaterThanOrEqual(4.5);
  });

  it("are the same in the style sheet, by day and by night", () => {
    for (const theme of Object.values(themes)) {
      for (const [letter, { ground, on }] of colours) {
        expect(theme[`colour-${letter}`], letter).toBe(ground);
        expect(theme[`colour-${letter}-on`], letter).toBe(on);
      }
    }
  });
});

describe.each(Object.entries(themes))("the page in %s", (_, theme) => {
  const grounds = ["paper", "sheet", "sunk", "table"];
  const texts = ["ink", "ink-soft", "accent-ink", "gold-ink", "good", "bad", "warn"];

  it.each(texts)("has text that can be read: %s", (text) => {
    for (const ground of grounds) expect(contrast(theme[text], theme[ground]), ground).toBeGreaterThanOrEqual(4.5);
  });

  it("has washes and buttons that can be read", () => {
    for (const wash of ["good", "bad", "warn", "gold"]) {
      for (const text of ["ink", "ink-soft", "accent-ink", wash === "gold" ? "gold-ink" : wash]) {
        expect(contrast(theme[text], theme[`${wash}-wash`]), `${text} on ${wash}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    expect(contrast(theme["on-accent"], theme.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme["card-ink"], theme["card-stock"])).toBeGreaterThanOrEqual(7);
  });

  it.each(["line", "focus", "gold", "accent", "seat-0", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5"])(
    "has lines that can be seen: %s",
    (line) => {
      for (const ground of ["paper", "sheet", "table"]) {
        expect(contrast(theme[line], theme[ground]), ground).toBeGreaterThanOrEqual(3);
      }
    },
  );
});
