import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { catalogue } from "../games/catalogue.svelte";
import { api } from "../net/api";
import type { PastMoves, TableView } from "../net/wire";
import type { NumberedAction } from "../games/kit";
import { testView } from "../games/parade/testView";
import { LiveTable } from "./liveTable.svelte";
import { loggedSentence } from "./loggedSentence";
import { MoveLog } from "./moveLog.svelte";
import { readSeenMoves, writeSeenMoves } from "./seenMoves";

const NAMES = ["Ann", "Bob"];
const seat = (left: string | null = null) => ({ kind: "person", name: "", bot: left && "hatter", left });

/** The table after these cards, each played by the next one. */
const CARDS = ["R3", "B7", "V1", "G0", "S4"] as const;
const shown = (plies: number, number = 1, left: string | null = null) =>
  ({
    id: "t",
    game: "parade",
    number,
    seats: [seat(left), seat()],
    view: testView({ parade: ["V6", ...CARDS.slice(0, plies)], history: played(plies) }),
  }) as unknown as TableView;
const played = (plies: number) => CARDS.slice(0, plies).map((card, ply): [number, string] => [ply % 2, card]);
const past = (plies: number, after = 0, bots: (string | null)[] = []): PastMoves => ({
  number: 1,
  version: 10 + plies,
  after,
  view: shown(after).view,
  moves: CARDS.slice(after, plies).map((card, place) => ({
    by: { seat: (after + place) % 2, action: `play ${card}` },
    bot: bots[after + place] ?? null,
    at: 0,
    changes: [["history", after + place, [(after + place) % 2, card]]],
  })),
});

let live: LiveTable;
let listener: (before: TableView, after: TableView, by: NumberedAction | null) => void;
let stop = () => {};
let log: MoveLog;
const act = (plies: number, left: string | null = null) =>
  listener(shown(plies - 1), shown(plies, 1, left), {
    seat: (plies - 1) % 2,
    action: `play ${CARDS[plies - 1]}`,
    number: 10 + plies,
  });
const told = (mine: number[] = []) => log.moves.map((move) => loggedSentence(move, NAMES, mine));

/** Somebody opens the table: the server tells these moves. */
async function open(moves: PastMoves, shared = false) {
  stop();
  vi.spyOn(api, "moves").mockResolvedValue(moves);
  live = {
    id: "t",
    table: shown(0),
    snapshots: 1,
    version: 10,
    onChange: (one: typeof listener) => ((listener = one), () => {}),
  } as unknown as LiveTable;
  stop = $effect.root(() => {
    log = new MoveLog(live, () => shared);
  });
  flushSync();
  await vi.waitFor(() => expect(log.loaded).toBe(true));
}
function look(visible: boolean) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visible ? "visible" : "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  localStorage.clear();
  catalogue.games = [{ name: "parade", live: false }] as typeof catalogue.games;
});
afterEach(() => {
  stop();
  catalogue.games = [];
  vi.restoreAllMocks();
});

test("what the server tells is followed by what the socket tells, each move once", async () => {
  await open(past(2));
  act(2);
  act(3);
  expect(told([0])).toEqual([
    "You play red 3 and take nothing.",
    "Bob plays blue 7 and takes nothing.",
    "You play violet 1 and take nothing.",
  ]);
  expect([log.since, log.unread]).toEqual([null, 0]);
});

test("moves that come while the past is on its way are not lost", async () => {
  const opened = open(past(2));
  act(3);
  await opened;
  await vi.waitFor(() => expect(log.moves.map(({ number }) => number)).toEqual([1, 2, 3]));
});

test("what a bot did for somebody is marked, live and later", async () => {
  await open(past(1, 0, ["hatter"]));
  act(2);
  act(3, "away");
  expect(told()[0]).toBe("Mad Hatter (for Ann) plays red 3 and takes nothing.");
  expect(told([0])[2]).toBe("Mad Hatter (for you) plays violet 1 and takes nothing.");
  expect(log.botMoves([0]).map(({ number }) => number)).toEqual([1, 3]);
  stop();
  await open(past(3, 0, ["hatter", null, "hatter"]));
  expect(log.botMoves([0]), "Ann has seen it").toEqual([]);
  act(4);
  act(5, "away");
  expect(log.botMoves([0]).map(({ number }) => number)).toEqual([5]);
  stop();
  localStorage.clear();
  await open(past(3, 0, ["hatter", null, "hatter"]));
  act(4);
  act(5);
  expect(log.botMoves([0]), "Ann has moved herself again").toEqual([]);
});

test("a line is drawn where one went away: by looking elsewhere, or by closing the page", async () => {
  await open(past(1));
  look(false);
  act(2);
  act(3);
  expect(log.since).toBeNull();
  look(true);
  expect([log.since, log.unread]).toEqual([1, 2]);
  log.open();
  expect([log.since, log.unread]).toEqual([1, 0]);
  stop();
  expect(readSeenMoves("t", 1)).toBe(3);
  await open(past(5));
  expect([log.since, log.unread]).toEqual([3, 2]);
});

test("another game begins with an empty log", async () => {
  await open(past(3));
  vi.spyOn(api, "moves").mockResolvedValue({ ...past(0), number: 2 });
  live.table = shown(0, 2);
  listener(shown(3), live.table, null);
  expect(log.moves).toEqual([]);
  await vi.waitFor(() => expect(log.loaded).toBe(true));
});

test("on a shared device everything is asked of the server, which tells only what everybody may know", async () => {
  await open(past(1), true);
  const asked = vi.spyOn(api, "moves").mockResolvedValue(past(2, 1));
  act(2);
  await vi.waitFor(() => expect(log.moves).toHaveLength(2));
  expect(asked).toHaveBeenCalledWith("t", 1);
  expect(log.since).toBeNull();
});

test("the past of a live game is asked for when somebody wants to read it", async () => {
  catalogue.games = [{ name: "parade", live: true }] as typeof catalogue.games;
  const opened = open(past(2));
  act(1);
  expect(api.moves).not.toHaveBeenCalled();
  log.open();
  await opened;
  expect(log.moves).toHaveLength(2);
});

test("the latest tables are remembered, each with its game", () => {
  for (let table = 0; table < 40; table++) writeSeenMoves(`t${table}`, 2, table);
  expect([readSeenMoves("t39", 2), readSeenMoves("t39", 1), readSeenMoves("t0", 2)]).toEqual([39, null, null]);
});
