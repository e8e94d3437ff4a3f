import { render } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { NimbleCard as Nimble, ParadeCard as Parade } from "../net/wire";
import { STORY_GLYPHS } from "../art/glyphs";
import NimbleCard from "./nimble/Card.svelte";
import { COLOURS as NIMBLE_COLOURS } from "./nimble/cards";
import { GLYPHS } from "./nimble/glyphs";
import ParadeCard from "./parade/Card.svelte";
import { COLOURS as PARADE_COLOURS } from "./parade/cards";
import ColourSymbol from "./parade/ColourSymbol.svelte";

/** The shapes of a drawing in one colour, or in the colour that is legible on it. */
const drawn = (container: Element, fill: string) =>
  [...container.querySelectorAll(`[fill="var(--${fill})"] path, path[fill="var(--${fill})"]`)].map((path) =>
    path.getAttribute("d"),
  );

it.each(PARADE_COLOURS)("prints number and emblem of %s in two corners", (colour) => {
  for (const value of [0, 3, 6, 9]) {
    const { container, unmount } = render(ParadeCard, { card: `${colour}${value}` as Parade });
    expect([...container.querySelectorAll("text")].map((text) => text.textContent)).toEqual([`${value}`, `${value}`]);
    expect(drawn(container, `colour-${colour}-on`).filter((d) => d === STORY_GLYPHS[colour])).toHaveLength(2);
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
  for (const frame of NIMBLE_COLOURS) {
    for (const circle of NIMBLE_COLOURS) {
      if (frame === circle) continue;
      const { container, unmount } = render(NimbleCard, { card: `${frame}${circle}` as Nimble });
      expect(drawn(container, `colour-${frame}-on`)).toEqual(Array(10).fill(GLYPHS[frame]));
      expect(drawn(container, `colour-${circle}-on`)).toEqual([GLYPHS[circle]]);
      unmount();
    }
  }
});

it("shows only a back of what is not known", () => {
  const { container } = render(NimbleCard, { card: null, back: 2 });
  expect(container.innerHTML).toContain("--back-2");
  expect(container.innerHTML).not.toContain("--colour-");
  const turned = render(ParadeCard, { card: "R3", back: true });
  expect(turned.container.innerHTML).not.toContain("--colour-R");
});

it("has an emblem of its own for each colour of a game", () => {
  const emblems = PARADE_COLOURS.map((colour) => {
    const { container } = render(ColourSymbol, { colour });
    return container.querySelector("path")?.getAttribute("d");
  });
  for (const all of [emblems, NIMBLE_COLOURS.map((colour) => GLYPHS[colour])]) {
    expect(new Set(all).size).toBe(6);
    expect(all.every(Boolean)).toBe(true);
  }
});
