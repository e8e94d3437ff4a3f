import { afterEach, expect, it } from "vitest";
import { botAbout, botName, cardName, colourName } from "./names";
import { changeSetting } from "../app/settings.svelte";

afterEach(() => changeSetting("language", "en"));

it("calls cards as people do, in their language", () => {
  changeSetting("language", "en");
  expect(cardName("parade", "R10")).toBe("red 10");
  expect(cardName("nimble", "RB")).toBe("red frame, blue circle");
  changeSetting("language", "fr");
  expect(cardName("parade", "S0")).toBe("0 gris");
  expect(cardName("nimble", "YO")).toBe("cadre beige, cercle orange");
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
