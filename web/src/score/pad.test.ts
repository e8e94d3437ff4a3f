import { expect, test } from "vitest";
import {
  add,
  withNextRound,
  empty,
  clearedPad,
  owner,
  readPad,
  remove,
  rename,
  rounds,
  tap,
  totals,
  isUsed,
  writePad,
  type Pad,
} from "./pad";

function pad(...players: [string, string][]): Pad {
  let made = empty(players.length);
  players.forEach(([name, cards], seat) => {
    made = rename(made, seat, name);
    for (const card of cards.split(" ").filter(Boolean)) made = tap(made, seat, card as "R1");
  });
  return made;
}

test("a card belongs to one player: tapping moves it, tapping again puts it back", () => {
  let now = tap(empty(2), 0, "R3");
  expect(owner(now, "R3")).toBe(0);
  now = tap(now, 1, "R3");
  expect([owner(now, "R3"), now.players[0].cards]).toEqual([1, []]);
  expect(owner(tap(now, 1, "R3"), "R3")).toBe(-1);
});

test("a change leaves the pad of before as it was", () => {
  const before = tap(empty(2), 0, "R3");
  tap(before, 1, "R3");
  expect(owner(before, "R3")).toBe(0);
});

test("another round keeps the names and adds the points", () => {
  let now = withNextRound(pad(["Ann", "R10"], ["Bob", "B4"], ["Cy", "B5 B6 R0"]));
  expect(now.players.map((player) => [player.name, player.cards, player.past])).toEqual([
    ["Ann", [], [1]],
    ["Bob", [], [4]],
    ["Cy", [], [3]],
  ]);
  now = tap(tap(now, 0, "V7"), 1, "V6");
  now = tap(now, 1, "V5");
  expect(totals(now)).toEqual([8, 6, 3]);
  expect(isUsed(now)).toBe(true);
  expect(isUsed(clearedPad(now))).toBe(false);
});

test("who comes later has no points of the rounds before", () => {
  const now = add(withNextRound(pad(["Ann", "R1"], ["Bob", "B1"])));
  expect(now.players[2].past).toEqual([null]);
  expect(rounds(now)).toBe(1);
  expect(remove(now, 0).players.map((player) => player.name)).toEqual(["Bob", ""]);
});

test.each([
  ["three with cards", pad(["Ann", "R10 B0"], ["Zoë & l’ami: ~.;", "G4"], ["", ""])],
  ["after two rounds, one who came late", add(withNextRound(withNextRound(pad(["Ann", "R10"], ["Bob", "B1"]))))],
  ["nothing yet", empty()],
])("the pad in an address is the pad: %s", (_, pad) => {
  expect(readPad(writePad(pad))).toEqual(pad);
  expect(writePad(pad)).toMatch(/^[\w%:;.~-]*$/);
});

test("what is no pad is refused", () => {
  for (const text of ["", "Ann:R1", "a;b;c;d;e;f;g", "Ann:R1~x;Bob:", "Ann:~1;Bob:"]) expect(readPad(text)).toBeNull();
});

test("of an address only what may be there is taken", () => {
  const made = readPad(`${"x".repeat(60)}:R1.R1.R11.Z3;%E0:R1.B2`)!;
  expect(made.players.map((player) => player.cards)).toEqual([["R1"], ["B2"]]);
  expect(made.players.map((player) => player.name)).toEqual(["x".repeat(24), ""]);
});

test("a name is never cut in the middle of a sign", () => {
  const made = rename(empty(2), 0, "🐇".repeat(30) + "\ud83d");
  expect(made.players[0].name).toBe("🐇".repeat(24));
  expect(rename(empty(2), 1, "Ann\ud83d").players[1].name).toBe("Ann");
  expect(readPad(writePad(made))).toEqual(made);
});
