import { expect, test } from "vitest";
import { choose } from "../lib/settings.svelte";
import type { TableView, SeatView } from "../lib/wire";
import { happenings } from "./happenings";
import { hasFreeSeat, nameAt, seatsOf, sitters, turnsOf } from "./sitting";

choose("language", "en");

const seat = (change: Partial<SeatView>): SeatView => ({
  kind: "open",
  name: "",
  person: null,
  bot: null,
  left: null,
  ready: false,
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
  expect(seats.map((_, number) => nameAt(seats, number))).toEqual([
    "White Rabbit 1",
    "Ann",
    "White Rabbit 2",
    "Queen of Hearts",
  ]);
});

test("who is here: bots, those who are connected, and every seat of one's own device", () => {
  const face = table([person("Ann"), person("Bob"), bot("cat"), person("Eve"), person("Ann")]);
  expect(sitters(face, { seats: [0, 3] }, "Ann").map(({ here, mine }) => [here, mine])).toEqual([
    [true, true],
    [false, false],
    [true, false],
    [true, false],
    [true, true],
  ]);
});

test("a seat that was given up is played by nobody of us, until the game is over", () => {
  const seats = [person("Ann", { left: "resigned", bot: "hatter" }), person("Ann"), person("Bob")];
  expect(seatsOf(table(seats), "Ann")).toEqual([1]);
  expect(seatsOf(table(seats, { phase: "over" }), "Ann")).toEqual([0, 1]);
  expect(seatsOf(table(seats), null)).toEqual([]);
});

test("the table waits for one, or in the last choice for all who have not chosen", () => {
  const seats = [person("Ann"), person("Bob"), bot("cat")];
  expect(turnsOf(table(seats, { view: { phase: "play", turn: 1, chosen: [] } }))).toEqual([1]);
  expect(turnsOf(table(seats, { view: { phase: "discard", turn: null, chosen: [false, true, false] } }))).toEqual([
    0, 2,
  ]);
  expect(turnsOf(table(seats, { phase: "over", view: { phase: "over", turn: null, chosen: [] } }))).toEqual([]);
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
  expect(happenings(before, after, "Ann")).toEqual(["Bob sits down.", "Cheshire Cat sits down."]);
  expect(happenings(before, after, "Bob")).toEqual(["Cheshire Cat sits down."]);
  expect(happenings(after, before, "Ann")).toEqual(["Bob has left the table."]);
  expect(happenings(after, table(after.seats), "Ann")).toEqual(["The game begins."]);
});

test("who leaves a game and comes back is told", () => {
  const seats = (left: SeatView["left"]) => table([person("Ann"), person("Bob", { left })]);
  expect(happenings(seats(null), seats("away"), "Ann")).toEqual(["A bot plays for Bob now."]);
  expect(happenings(seats("away"), seats(null), "Ann")).toEqual(["Bob plays again."]);
  expect(happenings(seats(null), seats("resigned"), "Ann")).toEqual(["Bob has given up."]);
});
