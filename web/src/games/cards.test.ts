import { render } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { NimbleCard as Nimble, ParadeCard as Parade } from "../net/wire";
import { PALETTES } from "../art/colours";
import { GLYPHS } from "../art/glyphs";
import NimbleCard from "./nimble/Card.svelte";
import ParadeCard from "./parade/Card.svelte";
import ColourSymbol from "./parade/ColourSymbol.svelte";

/** The shapes of a drawing in one colour, or in the colour that is legible on it. */
const drawn = (container: Element, fill: string) =>
  [...container.querySelectorAll(`[fill="var(--${fill})"] path, path[fill="var(--${fill})"]`)].map((path) =>
    path.getAttribute("d"),
  );

it.each(Object.keys(PALETTES.parade))("prints number and emblem of %s in two corners", (colour) => {
  for (const value of [0, 3, 6, 9]) {
    const { container, unmount } = render(ParadeCard, { card: `${colour}${value}` as Parade });
    expect([...container.querySelectorAll("text")].map((text) => text.textContent)).toEqual([`${value}`, `${value}`]);
    expect(drawn(container, `parade-${colour}-on`).filter((d) => d === GLYPHS.parade[colour])).toHaveLength(2);
    unmount();
  }
});

it("draws the 1 itself, for the typeface's own is an I", () => {
  const one = render(ParadeCard, { card: "R1" });
  expect(one.container.querySelectorAll("text")).toHaveLength(0);
  const ten = render(ParadeCard, { card: "R10" });
  expect([...ten.container.querySelectorAll("text")].map((text) => text.textContent)).toEqual(["0", "0"]);
});

it("says frame and circle of Nimble's cards by emblem, not by colour alone", () => {
  const colours = Object.keys(PALETTES.nimble);
  for (const frame of colours) {
    for (const circle of colours) {
      if (frame === circle) continue;
      const { container, unmount } = render(NimbleCard, { card: `${frame}${circle}` as Nimble });
      expect(drawn(container, `nimble-${frame}-on`)).toEqual(Array(10).fill(GLYPHS.nimble[frame]));
      expect(drawn(container, `nimble-${circle}-on`)).toEqual([GLYPHS.nimble[circle]]);
      unmount();
    }
  }
});

it("shows only a back of what is not known", () => {
  const { container } = render(NimbleCard, { card: null, back: 2 });
  expect(container.innerHTML).toContain("--back-2");
  expect(container.innerHTML).not.toContain("--nimble-");
  const turned = render(ParadeCard, { card: "R3", back: true });
  expect(turned.container.innerHTML).not.toContain("--parade-R");
});

it("has an emblem of its own for each colour of a game", () => {
  for (const game of ["parade", "nimble"] as const) {
    const emblems = Object.keys(PALETTES[game]).map((colour) => {
      const { container } = render(ColourSymbol, { game, colour });
      return container.querySelector("path")?.getAttribute("d");
    });
    expect(new Set(emblems).size).toBe(6);
    expect(emblems.every(Boolean)).toBe(true);
  }
});
