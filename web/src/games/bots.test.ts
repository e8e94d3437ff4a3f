import { afterEach, expect, test } from "vitest";
import type { PlayerResult } from "../net/wire";
import { botAbout, botEmoji, botName, finishedPlayers, seatedNames } from "./bots";
import { speakAs } from "../app/language";
import { offerLevels } from "./testCatalogue";

afterEach(() => speakAs(() => "en"));

const person = (name: string) => ({ name, bot: null });
const hatter = { name: "Mad Hatter", bot: "hatter" };

test("several bots of a kind are told apart by numbers", () => {
  expect(seatedNames([hatter, person("Ann"), hatter, null, { name: "Dormouse", bot: "dormouse" }])).toEqual([
    "Mad Hatter 1",
    "Ann",
    "Mad Hatter 2",
    "",
    "Dormouse",
  ]);
  expect(seatedNames([person("Ann"), hatter])).toEqual(["Ann", "Mad Hatter"]);
});

test("options are part of a bot's name, in the page's language", () => {
  expect(botName("alice")).toBe("Alice");
  expect(botName("alice:level=3")).toBe("Alice (level 3)");
  expect(botName("alice:net:level=3")).toBe("Alice (without search, level 3)");
  expect(botName("queen:level=3")).toBe("Queen of Hearts (level=3)");
  expect(botName("constructor:toString")).toBe("constructor (toString)");
  const three = { name: "Alice (level 3)", bot: "alice:level=3" };
  expect(seatedNames([three, { name: "Alice", bot: "alice" }, three])).toEqual([
    "Alice (level 3) 1",
    "Alice",
    "Alice (level 3) 2",
  ]);
  speakAs(() => "fr");
  expect([botName("alice:level=3"), botName("alice:net")]).toEqual(["Alice (niveau 3)", "Alice (sans recherche)"]);
});

test("what is known of a bot is known of it at every level", () => {
  offerLevels();
  expect(botEmoji("alice:level=3")).toBe(botEmoji("alice"));
  expect(botAbout("alice:level=3")).not.toBe(botAbout("alice"));
  expect(botAbout("queen")).not.toBe("");
  expect(botAbout("constructor")).toBe("");
});

test("a finished game has its people's names, its bots, and a number for those who left for good", () => {
  const result = (seat: number, given: Partial<PlayerResult>): PlayerResult =>
    ({ seat, person: null, name: `Player ${seat + 1}`, bot: null, left: null, ...given }) as PlayerResult;
  const players = [
    result(0, { person: "a", name: "Ann", bot: "hatter", left: "away" }),
    result(1, { name: "Mad Hatter", bot: "hatter" }),
    result(2, {}),
    result(3, { bot: "hatter", left: "resigned" }),
  ];
  expect(finishedPlayers(players)).toEqual([person("Ann"), hatter, person("Player 3"), person("Player 4")]);
});
