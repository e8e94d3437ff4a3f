import { beforeEach, describe, expect, test } from "vitest";
import { settings } from "../lib/settings.svelte";
import type { ParadeCard, ParadeColourLine, ParadeExplanation } from "../lib/wire";
import { grouped } from "./cards";
import { remaining } from "./clock";
import { ofColour, tieBreak, totals, verdict, winner } from "./counting";
import { columns, points } from "./front";
import { between } from "./happenings";
import { hint } from "./hints";
import { foreseen, takenOf, whatIf, type Foreseen } from "./preview";
import { others } from "./seating";
import { arrange } from "./arrangement";
import { GAP, leastHeight, shape } from "./shape";
import { view } from "./sample";
import { summary, telling } from "./words";

const SIX: ParadeCard[] = ["R1", "B1", "V1", "G1", "S1", "O1"];
const line = (colour: string, cards: ParadeCard[], points: number, turned = false): ParadeColourLine => ({
  colour,
  cards,
  points,
  turned,
});

beforeEach(() => {
  settings.language = "en";
});

test("cards in front lie by colour, lowest first", () => {
  expect(grouped(["O2", "R10", "R3"])).toEqual([
    { colour: "R", cards: ["R3", "R10"] },
    { colour: "O", cards: ["O2"] },
  ]);
});

test("every colour keeps its place in front of a player, counted by the sheet", () => {
  const found = columns(["O2"], [line("O", ["O2"], 1, true)]);
  expect(found.map(({ colour }) => colour).join("")).toBe("RBVGSO");
  expect(found[5].line?.turned).toBe(true);
  expect(points([line("O", ["O2"], 1), line("R", ["R9"], 9)])).toBe(10);
  expect(points(undefined)).toBeNull();
});

test("the others are drawn clockwise from the one who plays next; a spectator sees all", () => {
  expect(others(4, 2)).toEqual([3, 0, 1]);
  expect(others(3, null)).toEqual([0, 1, 2]);
});

describe("what the guide says", () => {
  const guide: ParadeExplanation = {
    cards: {
      R3: [
        ["kept", null],
        ["taken", "both"],
      ],
    },
    sheets: [],
    aside: { "discard R3 B7": { sheet: [], scores: [1, 2, 3] } },
  };

  test("each card of the line has its fate", () => {
    const seen = foreseen(guide, "R3", ["V6", "R2"])!;
    expect(takenOf(seen)).toEqual([{ card: "R2", fate: "taken", reason: "both" }]);
    expect(summary(seen)).toBe("You would take red 2 (colour and value).");
  });

  test("on a phone much that is taken is told in few words: the cards are lit anyway", () => {
    const taken = ["R2", "R4", "R6", "R8", "B1", "B0"].map((card) => ({ card, fate: "taken", reason: "colour" }));
    expect(summary(taken.slice(0, 2) as Foreseen[], true)).toBe("You would take red 2 (colour) and red 4 (colour).");
    expect(summary(taken.slice(0, 4) as Foreseen[], true)).toBe("You would take red 2, red 4, red 6, and red 8.");
    expect(summary(taken as Foreseen[], true)).toBe("You would take 6 cards.");
    expect(summary(taken as Foreseen[])).toContain("blue 0 (colour)");
  });

  test("a guide for another line is not believed", () => {
    expect(foreseen(guide, "R3", ["V6", "R2", "B7"])).toBeNull();
    expect(foreseen(null, "R3", [])).toBeNull();
    expect(foreseen(guide, "B7", ["V6", "R2"])).toBeNull();
  });

  test("nothing taken is said so, and whether all is safe", () => {
    expect(summary([{ card: "R2", fate: "safe", reason: null }])).toContain("Every card is safe");
    expect(summary([{ card: "R2", fate: "kept", reason: null }])).toBe("You would take nothing.");
  });

  test("two cards set aside are found in either order", () => {
    expect(whatIf(guide, ["B7", "R3"])?.scores).toEqual([1, 2, 3]);
    expect(whatIf(guide, ["R3"])).toBeNull();
    expect(whatIf(null, ["R3", "B7"])).toBeNull();
  });
});

describe("what happened between two views", () => {
  test("a card is played, cards are taken, one is drawn, and the next one plays", () => {
    const after = view({
      history: [[0, "R3"]],
      hand: ["B7", "O9"],
      front: [["R2"], [], []],
      turn: 1,
      parade: ["V6", "R3"],
    });
    const happened = between(view(), after);
    expect(happened.map(({ kind }) => kind)).toEqual(["played", "drew", "turn"]);
    expect(happened.map((one) => telling(one, after))).toEqual([
      "You play red 3 and take red 2.",
      "You draw orange 9.",
      "It is Bob’s turn.",
    ]);
  });

  test("several turns at once are each told", () => {
    const before = view({ history: [[0, "R3"]], turn: 1 });
    const history: [number, string][] = [
      [0, "R3"],
      [1, "B2"],
      [2, "G1"],
    ];
    const after = view({ history, front: [[], ["V6"], []], turn: 0 });
    const told = between(before, after).map((one) => telling(one, after));
    expect(told).toEqual([
      "Bob plays blue 2 and takes violet 6.",
      "Cat plays green 1 and takes nothing.",
      "Your turn: choose a card.",
    ]);
  });

  test("the last round and the last choice are told with their reason", () => {
    const before = view({ history: [[0, "R3"]], turn: 1 });
    const history: [number, string][] = [...before.history, [1, "B2"]];
    const trigger = { ply: 2, seat: 1, colours: true, pile: false };
    const after = view({ history, front: [[], SIX, []], last_round: 3, trigger, turn: 2 });
    expect(between(before, after).map((one) => telling(one, after))[1]).toBe(
      "Bob has all six colours: the last round begins.",
    );
    const choice = view({ history, phase: "discard", turn: null, last_round: 0, trigger, front: [[], SIX, []] });
    expect(between(after, choice)).toEqual([{ kind: "choice" }]);
    expect(between(choice, { ...choice, chosen: [false, true, false] })).toEqual([{ kind: "chose", seat: 1 }]);
  });

  test("going back in a replay is no event", () => {
    expect(between(view({ history: [[0, "R3"]] }), view())).toEqual([]);
    expect(between(view({ history: [[0, "R3"]] }), view({ history: [[0, "B7"]] }))).toEqual([]);
  });
});

describe("hints for newcomers", () => {
  const none = new Set<never>();

  test("come at their moments, once", () => {
    expect(hint(view(), undefined, none)).toBe("first");
    expect(hint(view({ turn: 1 }), undefined, none)).toBeNull();
    const taken = view({ front: [["R2"], [], []] });
    expect(hint(taken, [[line("R", ["R2"], 2)]], none)).toBe("taking");
    expect(hint(taken, [[line("R", ["R2"], 1, true)]], none)).toBe("majority");
    expect(hint(taken, [[line("R", ["R2"], 1, true)]], new Set(["majority"] as const))).toBe("taking");
    expect(hint(view({ front: [[], SIX.slice(0, 5), []] }), undefined, none)).toBe("fifth");
    expect(hint(view({ last_round: 3 }), undefined, none)).toBe("last");
    expect(hint(view({ phase: "discard", last_round: 0 }), undefined, none)).toBe("choice");
  });

  test("spectators need none", () => expect(hint(view({ seat: null }), undefined, none)).toBeNull());
});

test("the line fills its ground with cards as large as they can be", () => {
  expect(shape(7, 1200, 260, 112)).toEqual({ columns: 7, card: 112 });
  for (const slots of [7, 12, 21])
    for (const [width, height] of [
      [336, 250],
      [1200, 260],
    ]) {
      const { columns, card } = shape(slots, width, height, 112);
      const rows = Math.ceil(slots / columns);
      expect(columns * card + (columns - 1) * GAP).toBeLessThanOrEqual(width);
      expect(rows * (card * 1.4 + 22) + (rows - 1) * GAP).toBeLessThanOrEqual(height + 1);
      expect(card).toBeGreaterThanOrEqual(38);
    }
});

test("on a phone a long line is given more height, so that its cards can be read", () => {
  for (const cards of [6, 11, 13, 14, 15, 20, 25]) {
    const height = leastHeight(cards) * 16 - 64;
    expect(shape(cards + 1, 328, height, 72).card).toBeGreaterThanOrEqual(41);
    // Five or six players: a little smaller, so that fewer rows push fewer things out of the window.
    expect(shape(cards + 1, 334, leastHeight(cards, true) * 16 - 56, 72).card).toBeGreaterThanOrEqual(36);
  }
});

test("in a low window seats are drawn smaller, so that the hand is seen", () => {
  const at = (width: number, height: number, players: number) => arrange(width, height, players);
  expect(at(1440, 900, 6)).toMatchObject({ narrow: false, compact: false, others: "panel", own: "panel" });
  expect(at(1366, 700, 4)).toMatchObject({ compact: true, others: "panel", own: "panel" });
  expect(at(1366, 650, 4)).toMatchObject({ compact: true, others: "strip", own: "panel" });
  expect(at(360, 740, 2)).toMatchObject({ narrow: true, packed: false, others: "strip", own: "panel" });
  expect(at(360, 740, 6)).toMatchObject({ narrow: true, packed: true, others: "dense", own: "dense" });
  expect(at(390, 664, 4)).toMatchObject({ narrow: true, packed: true, own: "dense" });
  expect(at(740, 360, 4)).toMatchObject({ narrow: true, lying: true, packed: false, others: "strip", own: "dense" });
});

test("time left is short to read", () => {
  expect([remaining(45), remaining(185), remaining(26 * 3600)]).toEqual(["45", "3:05", "26h"]);
  expect(remaining(3 * 86400)).toContain("3");
});

describe("the count, colour by colour", () => {
  const sheet = [
    [line("R", ["R2", "R9"], 2, true), line("B", ["B4"], 4)],
    [line("R", ["R1"], 1)],
    [line("B", ["B5"], 5)],
  ];
  const players = ["Ann", "Bob", "Cat"];

  test("totals run along", () => {
    expect(totals(sheet, 0)).toEqual([0, 0, 0]);
    expect(totals(sheet, 1)).toEqual([2, 1, 0]);
    expect(totals(sheet, 6)).toEqual([6, 1, 5]);
    expect(ofColour(sheet, "B").map(({ points }) => points)).toEqual([4, 0, 5]);
  });

  test("each colour has its verdict", () => {
    expect(verdict(sheet, "R", players, null)).toBe("Ann has the most red: turned over, 1 point a card.");
    expect(verdict(sheet, "R", players, 0)).toContain("You have the most red");
    expect(verdict(sheet.slice(1), "B", ["Bob", "Cat"], 0)).toBe(
      "Nobody has two blue cards more than the other: the numbers count.",
    );
    expect(verdict(sheet, "G", players, 0)).toBe("Nobody has green.");
  });

  test("the winner, and what decided between equals", () => {
    expect(winner(players, [1], 0)).toBe("The winner: Bob");
    expect(winner(players, [0], 0)).toBe("You win!");
    expect(winner(players, [0, 2], 0)).toBe("You share the win with Cat!");
    expect(winner(players, [1, 2], null)).toBe("The win is shared by Bob and Cat");
    expect(tieBreak(players, [6, 6, 9], [4, 3, 2], [1], true)).toBe(
      "Ann and Bob share the lowest score, 6. Fewest cards in front wins: Ann 4 and Bob 3.",
    );
    expect(tieBreak(players, [6, 6, 9], [4, 4, 2], [0, 1], true)).toContain("they share the win");
    expect(tieBreak(players, [6, 7, 9], [4, 4, 2], [0], false)).toBe("");
  });
});
