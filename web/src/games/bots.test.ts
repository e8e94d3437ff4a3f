import { expect, test } from "vitest";
import type { PlayerResult } from "../net/wire";
import { finishedPlayers, seatedNames } from "./bots";

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
