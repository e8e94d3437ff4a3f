import { afterEach, expect, it } from "vitest";
import { changeSetting } from "../app/settings.svelte";
import { botAbout, botName } from "./bots";
import { colourName } from "./colourNames";
import { cardName as nimbleCardName } from "./nimble/cards";
import { cardName as paradeCardName } from "./parade/cards";

afterEach(() => changeSetting("language", "en"));

it("calls cards as people do, in their language", () => {
  changeSetting("language", "en");
  expect(paradeCardName("R10")).toBe("red 10");
  expect(nimbleCardName("RB")).toBe("red frame, blue circle");
  changeSetting("language", "fr");
  expect(paradeCardName("S0")).toBe("0 gris");
  expect(nimbleCardName("YO")).toBe("cadre beige, cercle orange");
  expect(colourName("V")).toBe("violet");
});

it("knows our bots, and lets others keep their names", () => {
  changeSetting("language", "en");
  expect(botName("cat")).toBe("Cheshire Cat");
  expect(botAbout("cat")).not.toBe("");
  expect(botName("stockfish")).toBe("stockfish");
  expect(botAbout("stockfish")).toBe("");
  expect(botName("constructor")).toBe("constructor");
});
