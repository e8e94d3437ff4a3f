import { expect, test } from "vitest";
import { changeSetting } from "../app/settings.svelte";
import { catalogue } from "../games/catalogue.svelte";
import type { GameInfo, TableView, SeatView } from "../net/wire";
import { tableEvents } from "./tableEvents";
import { mustBeReady, notReady } from "./ready";
import { replaceableSeats, substituteVotes } from "./substituteVotes";
import { hasFreeSeat, ownSeats, ownTurns, playersOf, seatName } from "./seats";

changeSetting("language", "en");

const seat = (change: Partial<SeatView>): SeatView => ({
  kind: "open",
  name: "",
  person: null,
  bot: null,
  left: null,
  ready: false,
  agreed: [],
  deadline: null,
  ...change,
});
const person = (name: string, change: Partial<SeatView> = {}) =>
  seat({ kind: "person", name, person: name, ...change });
const bot = (bot: string) => seat({ kind: "bot", name: bot, bot });
const table = (seats: SeatView[], change: object = {}) =>
  ({ game: "parade", phase: "playing", number: 1, seats, view: null, ...change }) as unknown as TableView;

test("bots are called by their name in the language, and twins are numbered", () => {
  const seats = [bot("rabbit"), person("Ann"), bot("rabbit"), bot("queen")];
  expect(seats.map((_, number) => seatName(seats, number))).toEqual([
    "White Rabbit 1",
    "Ann",
    "White Rabbit 2",
    "Queen of Hearts",
  ]);
});

test("who is here: bots, those who are connected, and every seat of one's own device", () => {
  const shown = table([person("Ann"), person("Bob"), bot("cat"), person("Eve"), person("Ann")]);
  expect(playersOf(shown, { seats: [0, 3] }, "Ann").map(({ here, mine }) => [here, mine])).toEqual([
    [true, true],
    [false, false],
    [true, false],
    [true, false],
    [true, true],
  ]);
});

test("whoever has left since the end is still named in the result", () => {
  const left = table([person("Ann"), seat({})], { phase: "over", view: { players: ["Ann", "Bob"] } });
  expect(playersOf(left, { seats: [0] }, "Ann").map(({ name }) => name)).toEqual(["Ann", "Bob"]);
});

test("a seat that was given up is played by nobody of us, until the game is over", () => {
  const seats = [person("Ann", { left: "resigned", bot: "hatter" }), person("Ann"), person("Bob")];
  expect(ownSeats(table(seats), "Ann")).toEqual([1]);
  expect(ownSeats(table(seats, { phase: "over" }), "Ann")).toEqual([0, 1]);
  expect(ownSeats(table(seats), null)).toEqual([]);
});

test("it is our turn at the seats that are asked, unless a bot plays there or the game is over", () => {
  const seats = [person("Ann"), person("Bob"), bot("cat"), person("Ann", { left: "away", bot: "cat" })];
  expect(ownTurns(table(seats, { waiting: [0, 1, 3] }), [0, 3])).toEqual([0]);
  expect(ownTurns(table(seats, { waiting: [1] }), [0, 3])).toEqual([]);
  expect(ownTurns(table(seats, { waiting: [0], phase: "over" }), [0, 3])).toEqual([]);
});

test("a free seat is of use before and after a game", () => {
  const seats = [person("Ann"), seat({}), seat({ kind: "reserved" })];
  expect(hasFreeSeat(table(seats, { phase: "gathering" }))).toBe(true);
  expect(hasFreeSeat(table(seats))).toBe(false);
  expect(hasFreeSeat(table([person("Ann"), seat({ kind: "reserved" })], { phase: "over" }))).toBe(false);
});

test("what happens around the table is told, but not to whom it happens", () => {
  const before = table([person("Ann"), seat({}), seat({ kind: "reserved" })], { phase: "gathering", number: 0 });
  const after = table([person("Ann"), person("Bob"), bot("cat")], { phase: "gathering", number: 0 });
  expect(tableEvents(before, after, "Ann")).toEqual(["Bob sits down.", "Cheshire Cat sits down."]);
  expect(tableEvents(before, after, "Bob")).toEqual(["Cheshire Cat sits down."]);
  expect(tableEvents(after, before, "Ann")).toEqual(["Bob has left the table."]);
  expect(tableEvents(after, table(after.seats), "Ann")).toEqual(["The game begins."]);
});

test("who leaves a game and comes back is told", () => {
  const seats = (left: SeatView["left"]) => table([person("Ann"), person("Bob", { left })]);
  expect(tableEvents(seats(null), seats("away"), "Ann")).toEqual(["A bot plays for Bob now."]);
  expect(tableEvents(seats("away"), seats(null), "Ann")).toEqual(["Bob plays again."]);
  expect(tableEvents(seats(null), seats("resigned"), "Ann")).toEqual(["Bob has given up."]);
});

test("before a game in real time it is told who is ready", () => {
  const seats = (ready: boolean) => table([person("Ann"), person("Bob", { ready })], { phase: "gathering", number: 0 });
  expect(tableEvents(seats(false), seats(true), "Ann")).toEqual(["Bob is ready."]);
});

test("who is on another page is told apart from who is gone", () => {
  const shown = table([person("Ann"), person("Bob"), person("Eve")]);
  const players = playersOf(shown, { seats: [0], online: [0, 1] }, "Ann");
  expect(players.map(({ elsewhere }) => elsewhere)).toEqual([false, true, false]);
});

test("everybody is ready before several people play in real time, and only then", () => {
  catalogue.games = [{ name: "parade", live: true } as GameInfo];
  expect(mustBeReady(table([person("Ann"), person("Bob")]))).toBe(true);
  expect(mustBeReady(table([person("Ann"), person("Ann"), bot("hare")]))).toBe(false);
  catalogue.games = [{ name: "parade", live: false } as GameInfo];
  expect(mustBeReady(table([person("Ann"), person("Bob")]))).toBe(false);
  expect(notReady(table([person("Ann"), person("Bob", { ready: true }), bot("hare")]))).toEqual([0]);
});

test("who has agreed to let a bot play, and who of those at the table has not", () => {
  const seats = [person("Ann"), person("Bob", { agreed: [2] }), person("Cy"), person("Dee"), person("Eve"), bot("cat")];
  const seen = (seat: number | null, change = {}) => table(seats, { seat, ...change });
  expect(substituteVotes(seen(0), { seats: [0, 2, 3] }, 1)).toEqual({
    name: "Bob",
    mine: false,
    agreed: ["Cy"],
    missing: ["Dee"],
  });
  expect(substituteVotes(seen(2), { seats: [0, 2] }, 1)).toMatchObject({ mine: true, agreed: [], missing: ["Ann"] });
  expect(replaceableSeats(seen(0), { away: [1] })).toEqual([1]);
  expect(replaceableSeats(seen(null), { away: [1] })).toEqual([]);
  expect(replaceableSeats(seen(0, { phase: "over" }), { away: [1] })).toEqual([]);
});
