import { beforeEach, describe, expect, test } from "vitest";
import { settings } from "../../app/settings.svelte";
import type { ParadeCard, ParadeColourLine, ParadeExplanation } from "../../net/wire";
import { grouped } from "./cards";
import { remaining } from "../../table/remainingTime";
import { ofColour, tieBreakSentence, totals, majoritySentence, winnerSentence } from "./scoreSentences";
import { columns, points } from "./front";
import { eventsBetween } from "./gameEvents";
import { hint } from "./hints";
import { cardFates, takenCards, whatIf, type CardFate } from "./preview";
import { otherSeats } from "./otherSeats";
import { tableLayout } from "./layout";
import { GAP_PX, leastHeight, lineLayout } from "./lineLayout";
import { testView } from "./testView";
import { takenSentence, eventSentence } from "./sentences";

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
  expect(otherSeats(4, 2)).toEqual([3, 0, 1]);
  expect(otherSeats(3, null)).toEqual([0, 1, 2]);
});

describe("what the explanation says", () => {
  const explanation: ParadeExplanation = {
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
    const fates = cardFates(explanation, "R3", ["V6", "R2"])!;
    expect(takenCards(fates)).toEqual([{ card: "R2", fate: "taken", reason: "both" }]);
    expect(takenSentence(fates)).toBe("You would take red 2 (colour and value).");
  });

  test("on a phone much that is taken is told in few words: the cards are lit anyway", () => {
    const taken = ["R2", "R4", "R6", "R8", "B1", "B0"].map((card) => ({ card, fate: "taken", reason: "colour" }));
    expect(takenSentence(taken.slice(0, 2) as CardFate[], true)).toBe(
      "You would take red 2 (colour) and red 4 (colour).",
    );
    expect(takenSentence(taken.slice(0, 4) as CardFate[], true)).toBe("You would take red 2, red 4, red 6, and red 8.");
    expect(takenSentence(taken as CardFate[], true)).toBe("You would take 6 cards.");
    expect(takenSentence(taken as CardFate[])).toContain("blue 0 (colour)");
  });

  test("a explanation for another line is not believed", () => {
    expect(cardFates(explanation, "R3", ["V6", "R2", "B7"])).toBeNull();
    expect(cardFates(null, "R3", [])).toBeNull();
    expect(cardFates(explanation, "B7", ["V6", "R2"])).toBeNull();
  });

  test("nothing taken is said so, and whether all is safe", () => {
    expect(takenSentence([{ card: "R2", fate: "safe", reason: null }])).toContain("Every card is safe");
    expect(takenSentence([{ card: "R2", fate: "kept", reason: null }])).toBe("You would take nothing.");
  });

  test("two cards set aside are found in either order", () => {
    expect(whatIf(explanation, ["B7", "R3"])?.scores).toEqual([1, 2, 3]);
    expect(whatIf(explanation, ["R3"])).toBeNull();
    expect(whatIf(null, ["R3", "B7"])).toBeNull();
  });
});

describe("what events between two views", () => {
  test("a card is played, cards are taken, one is drawn, and the next one plays", () => {
    const after = testView({
      history: [[0, "R3"]],
      hand: ["B7", "O9"],
      front: [["R2"], [], []],
      turn: 1,
      parade: ["V6", "R3"],
    });
    const events = eventsBetween(testView(), after);
    expect(events.map(({ kind }) => kind)).toEqual(["played", "drew", "turn"]);
    expect(events.map((one) => eventSentence(one, after))).toEqual([
      "You play red 3 and take red 2.",
      "You draw orange 9.",
      "It is Bob’s turn.",
    ]);
  });

  test("several turns at once are each told", () => {
    const before = testView({ history: [[0, "R3"]], turn: 1 });
    const history: [number, string][] = [
      [0, "R3"],
      [1, "B2"],
      [2, "G1"],
    ];
    const after = testView({ history, front: [[], ["V6"], []], turn: 0 });
    const told = eventsBetween(before, after).map((one) => eventSentence(one, after));
    expect(told).toEqual([
      "Bob plays blue 2 and takes violet 6.",
      "Cat plays green 1 and takes nothing.",
      "Your turn: choose a card.",
    ]);
  });

  test("the last round and the last choice are told with their reason", () => {
    const before = testView({ history: [[0, "R3"]], turn: 1 });
    const history: [number, string][] = [...before.history, [1, "B2"]];
    const trigger = { ply: 2, seat: 1, colours: true, pile: false };
    const after = testView({ history, front: [[], SIX, []], last_round: 3, trigger, turn: 2 });
    expect(eventsBetween(before, after).map((one) => eventSentence(one, after))[1]).toBe(
      "Bob has all six colours: the last round begins.",
    );
    const choice = testView({ history, phase: "discard", turn: null, last_round: 0, trigger, front: [[], SIX, []] });
    expect(eventsBetween(after, choice)).toEqual([{ kind: "choice" }]);
    expect(eventsBetween(choice, { ...choice, chosen: [false, true, false] })).toEqual([{ kind: "chose", seat: 1 }]);
  });

  test("going back in a replay is no event", () => {
    expect(eventsBetween(testView({ history: [[0, "R3"]] }), testView())).toEqual([]);
    expect(eventsBetween(testView({ history: [[0, "R3"]] }), testView({ history: [[0, "B7"]] }))).toEqual([]);
  });
});

describe("hints for newcomers", () => {
  const none = new Set<never>();

  test("come at their moments, once", () => {
    expect(hint(testView(), undefined, none)).toBe("first");
    expect(hint(testView({ turn: 1 }), undefined, none)).toBeNull();
    const taken = testView({ front: [["R2"], [], []] });
    expect(hint(taken, [[line("R", ["R2"], 2)]], none)).toBe("taking");
    expect(hint(taken, [[line("R", ["R2"], 1, true)]], none)).toBe("majority");
    expect(hint(taken, [[line("R", ["R2"], 1, true)]], new Set(["majority"] as const))).toBe("taking");
    expect(hint(testView({ front: [[], SIX.slice(0, 5), []] }), undefined, none)).toBe("fifth");
    expect(hint(testView({ last_round: 3 }), undefined, none)).toBe("last");
    expect(hint(testView({ phase: "discard", last_round: 0 }), undefined, none)).toBe("choice");
  });

  test("spectators need none", () => expect(hint(testView({ seat: null }), undefined, none)).toBeNull());
});

test("the line fills its ground with cards as large as they can be", () => {
  expect(lineLayout(7, 1200, 260, 112)).toEqual({ columns: 7, card: 112 });
  for (const slots of [7, 12, 21])
    for (const [width, height] of [
      [336, 250],
      [1200, 260],
    ]) {
      const { columns, card } = lineLayout(slots, width, height, 112);
      const rows = Math.ceil(slots / columns);
      expect(columns * card + (columns - 1) * GAP_PX).toBeLessThanOrEqual(width);
      expect(rows * (card * 1.4 + 22) + (rows - 1) * GAP_PX).toBeLessThanOrEqual(height + 1);
      expect(card).toBeGreaterThanOrEqual(38);
    }
});

test("on a phone a long line is given more height, so that its cards can be read", () => {
  for (const cards of [6, 11, 13, 14, 15, 20, 25]) {
    const height = leastHeight(cards) * 16 - 64;
    expect(lineLayout(cards + 1, 328, height, 72).card).toBeGreaterThanOrEqual(41);
    // Five or six players: a little smaller, so that fewer rows push fewer things out of the window.
    expect(lineLayout(cards + 1, 334, leastHeight(cards, true) * 16 - 56, 72).card).toBeGreaterThanOrEqual(36);
  }
});

test("in a low window seats are drawn smaller, so that the hand is fates", () => {
  const at = (width: number, height: number, players: number) => tableLayout(width, height, players);
  expect(at(1440, 900, 6)).toMatchObject({ narrow: false, compact: false, others: "panel", own: "panel" });
  expect(at(1366, 700, 4)).toMatchObject({ compact: true, others: "panel", own: "panel" });
  expect(at(1366, 650, 4)).toMatchObject({ compact: true, others: "strip", own: "panel" });
  expect(at(360, 740, 2)).toMatchObject({ narrow: true, packed: false, others: "strip", own: "panel" });
  expect(at(360, 740, 6)).toMatchObject({ narrow: true, packed: true, others: "dense", own: "dense" });
  expect(at(390, 664, 4)).toMatchObject({ narrow: true, packed: true, own: "dense" });
  // A tablet in portrait, and a laptop's window beside the moves.
  expect([at(820, 1180, 3).upright, at(945, 800, 3).upright, at(784, 800, 3).upright]).toEqual([true, false, false]);
  expect(at(1280, 800, 3).compact).toBe(true);
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
    expect(majoritySentence(sheet, "R", players, null)).toBe("Ann has the most red: turned over, 1 point a card.");
    expect(majoritySentence(sheet, "R", players, 0)).toContain("You have the most red");
    expect(majoritySentence(sheet.slice(1), "B", ["Bob", "Cat"], 0)).toBe(
      "Nobody has two blue cards more than the other: the numbers count.",
    );
    expect(majoritySentence(sheet, "G", players, 0)).toBe("Nobody has green.");
  });

  test("the winner, and what decided between equals", () => {
    expect(winnerSentence(players, [1], 0)).toBe("The winner: Bob");
    expect(winnerSentence(players, [0], 0)).toBe("You win!");
    expect(winnerSentence(players, [0, 2], 0)).toBe("You share the win with Cat!");
    expect(winnerSentence(players, [1, 2], null)).toBe("The win is shared by Bob and Cat");
    expect(tieBreakSentence(players, [6, 6, 9], [4, 3, 2], [1], true)).toBe(
      "Ann and Bob share the lowest score, 6. Fewest cards in front wins: Ann with 4 and Bob with 3.",
    );
    expect(tieBreakSentence(players, [6, 6, 9], [4, 4, 2], [0, 1], true)).toContain("they share the win");
    expect(tieBreakSentence(players, [6, 7, 9], [4, 4, 2], [0], false)).toBe("");
  });
});
