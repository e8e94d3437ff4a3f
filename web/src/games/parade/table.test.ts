import { render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { settings } from "../../app/settings.svelte";
import type { ParadeCard, ParadeColourLine, ParadeExplanation, ParadeResult, ParadeView } from "../../net/wire";
import ParadeTable from "./Table.svelte";
import { PLAYERS, testView } from "./testView";

const players = PLAYERS.map((name, seat) => ({
  name,
  bot: null,
  left: null,
  deadline: null,
  here: true,
  mine: seat === 0,
}));

const LINE: ParadeCard[] = ["V6", "R2", "B1", "O9"];
const view = (changes: Partial<ParadeView> = {}) => testView({ start: LINE, parade: LINE, ...changes });

const line = (cards: ParadeCard[], points: number, turned = false): ParadeColourLine => ({
  colour: cards[0][0],
  cards,
  points,
  turned,
});
const explanation = (changes: Partial<ParadeExplanation> = {}): ParadeExplanation => ({
  cards: {},
  sheets: [[], [], []],
  aside: {},
  ...changes,
});
const sit = (given: ParadeView, told: ParadeExplanation | null = explanation(), result: ParadeResult | null = null) =>
  render(ParadeTable, { view: given, explanation: told, seats: players, act: () => Promise.resolve(), result });

/** What stands in an element, in one line. */
const text = (element: Element | null) => element?.textContent?.replaceAll(/\s+/g, " ").trim();
const ofLine = (card: string) => document.querySelector(`[data-zone="line"][data-card="${card}"]`)!.closest("li")!;

const { language, motion, games } = settings;
beforeEach(() => {
  settings.language = "en";
  settings.motion = "reduced";
});
afterEach(() => Object.assign(settings, { language, motion, games }));

describe("the line", () => {
  test("the card at the front is marked, and a strip counts the cards from the end", () => {
    sit(view());
    const items = [...document.querySelectorAll('[data-zone="line"]')].map((card) => card.closest("li")!);
    expect(items.map((item) => text(item.querySelector(".count")))).toEqual(["4", "3", "2", "1"]);
    expect(items.map((item) => text(item.querySelector(".mark")) ?? null)).toEqual(["Front", null, null, null]);
  });

  test("what a card would take is lit, each with its reason, and told", async () => {
    const fates: [string, string | null][] = [
      ["kept", null],
      ["taken", "both"],
      ["taken", "value"],
      ["safe", null],
    ];
    sit(view(), explanation({ cards: { R3: fates } as ParadeExplanation["cards"] }));
    expect(document.querySelectorAll("[data-fate]")).toHaveLength(0);
    await userEvent.hover(screen.getByRole("button", { name: "red 3" }));
    const shown = ["V6", "R2", "B1", "O9"].map((card) => {
      const why = ofLine(card).querySelector(".why");
      const fate = ofLine(card).querySelector<HTMLElement>("[data-card]")!.dataset.fate;
      return [fate, why && [!!why.querySelector("svg"), text(why)]];
    });
    expect(shown).toEqual([
      ["kept", null],
      ["taken", [true, "≤3"]],
      ["taken", [false, "≤3"]],
      ["safe", null],
    ]);
    expect(text(ofLine("R2").querySelector(".unseen"))).toContain("colour and value");
    await userEvent.unhover(screen.getByRole("button", { name: "red 3" }));
    expect(document.querySelectorAll("[data-fate]")).toHaveLength(0);
  });
});

test("how many cards everyone holds, how many are left to draw, and whose turn it is", () => {
  sit(view({ hand_sizes: [5, 4, 3], pile: 17, turn: 1 }));
  const said = (name: RegExp, words: string) =>
    within(screen.getByRole("region", { name })).queryByText(words, { exact: true }) !== null;
  expect([said(/^Bob/, "4 cards in hand"), said(/^Cat/, "3 cards in hand")]).toEqual([true, true]);
  expect([/^Ann/, /^Bob/, /^Cat/].map((name) => said(name, "plays now"))).toEqual([false, true, false]);
  expect(screen.getByRole("img", { name: /\b17\b/ })).toBeTruthy();
});

test("newcomers are given hints, in their first two games", () => {
  for (const [played, told] of [
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    settings.games = { parade: played };
    const { unmount } = sit(view());
    expect(!!screen.queryByText(/keeps that many cards at the end safe/)).toBe(told);
    unmount();
  }
});

test("in front of everyone lie sums, and a crown where the majority turns cards over", () => {
  const front: ParadeCard[][] = [["R2", "R9", "B4"], ["R1"], []];
  const sheets = [[line(["R2", "R9"], 2, true), line(["B4"], 4)], [line(["R1"], 1)], []];
  sit(view({ front }), explanation({ sheets }));
  const columns = (name: RegExp) =>
    within(screen.getByRole("region", { name }))
      .getAllByRole("listitem")
      .map((item) => [text(item.querySelector(".sum b")), !!item.querySelector(".crown")]);
  const none = [undefined, false];
  expect(columns(/^Ann/)).toEqual([["2", true], ["4", false], none, none, none, none]);
  expect(columns(/^Bob/)).toEqual([["1", false], none, none, none, none, none]);
});

describe("the last round", () => {
  const history: [number, string][] = [
    [0, "R3"],
    [1, "B2"],
  ];
  const six: ParadeCard[] = ["R1", "B1", "V1", "G1", "S1", "O1"];
  const banner = () => text(document.querySelector("p.last"));

  test("there is no banner before it", () => {
    sit(view({ history }));
    expect(banner()).toBeUndefined();
  });

  test("the banner says why it began, and how many turns remain", () => {
    const trigger = { ply: 2, seat: 1, colours: true, pile: false };
    sit(view({ history, front: [[], six, []], last_round: 3, trigger, turn: 2 }));
    expect(banner()).toMatch(/^Last round Bob has all six colours\. .*\b3\b/);
  });

  test("of one’s own doing, and with fewer turns left", () => {
    const trigger = { ply: 1, seat: 0, colours: true, pile: false };
    sit(view({ history, front: [six, [], []], last_round: 2, trigger, turn: 2 }));
    expect(banner()).toMatch(/^Last round You have all six colours\. .*\b2\b/);
  });

  test("an empty pile is a reason, too", () => {
    const trigger = { ply: 2, seat: 1, colours: false, pile: true };
    sit(view({ history, pile: 0, last_round: 3, trigger, turn: 2 }));
    expect(banner()).toMatch(/^Last round The draw pile is empty\. /);
  });

  test("two reasons at once are both told", () => {
    const trigger = { ply: 2, seat: 1, colours: true, pile: true };
    sit(view({ history, front: [[], six, []], pile: 0, last_round: 0, phase: "discard", trigger, turn: null }));
    expect(banner()).toMatch(/^Last round Bob has all six colours, and the draw pile is empty\. /);
  });
});

describe("the last choice", () => {
  const sheets = [[line(["R2"], 2)], [], []];
  const aside = {
    "discard R3 B7": { sheet: [line(["R2"], 2), line(["G9"], 9)], scores: [11, 5, 6] },
    "discard R3 G9": { sheet: [line(["R2"], 2), line(["B7"], 1, true)], scores: [3, 5, 6] },
  } as ParadeExplanation["aside"];
  const choice = view({
    phase: "discard",
    turn: null,
    last_round: 0,
    hand: ["R3", "B7", "G9", "O1"],
    front: [["R2"], [], []],
  });

  test("two cards set aside show what would come of it, and another two something else", async () => {
    sit(choice, explanation({ sheets, aside }));
    const total = () => text(document.querySelector(".total b"));
    const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
    expect(total()).toBe("2 points");
    await press("red 3");
    await press("blue 7");
    expect(total()).toBe("11 points");
    await press("blue 7");
    await press("green 9");
    expect(total()).toBe("3 points");
    const blue = document.querySelector('[data-colour="B"]')!;
    expect(blue.classList).toContain("turned");
  });
});

describe("the score", () => {
  const end = (scores: number[], cards: number[], winners: number[], tied: boolean) => {
    const sheet = [[line(["R2", "R9"], 2, true)], [line(["R1"], 1), line(["B1"], 1)], [line(["B5"], 5)]];
    const over = view({ phase: "over", turn: null, hand: [], last_round: 0 });
    const trigger = { ply: 3, seat: 0, colours: false, pile: true };
    const discards = [["B2", "G3"], [], ["O4", "S5"]];
    sit(over, null, { scores, cards, winners, tied, sheet, trigger, discards } as unknown as ParadeResult);
  };

  test("who wins, and why among equals", () => {
    end([2, 2, 5], [2, 1, 1], [1], true);
    expect(screen.getByRole("heading", { name: "The winner: Bob" })).toBeTruthy();
    expect(text(document.querySelector(".tie"))).toBe(
      "Ann and Bob share the lowest score, 2. Fewest cards in front wins: Ann with 2 and Bob with 1.",
    );
    expect(screen.getByRole("columnheader", { name: "Cards" })).toBeTruthy();
  });

  test("nothing is explained where nothing was equal", () => {
    end([2, 3, 5], [2, 2, 1], [0], false);
    expect(screen.getByRole("heading", { name: "You win!" })).toBeTruthy();
    expect(document.querySelector(".tie")).toBeNull();
    expect(screen.queryByRole("columnheader", { name: "Cards" })).toBeNull();
  });

  test("the best comes first, one's own place is told, and what everyone has set aside is shown", () => {
    end([5, 3, 2], [2, 2, 1], [2], false);
    expect(text(document.querySelector(".place"))).toBe("You came 3rd of 3.");
    const rows = screen.getAllByRole("rowheader").map((row) => text(row.querySelector(".name")));
    expect(rows).toEqual(["Cat", "Bob", "Ann"]);
    const [first, , last] = screen.getAllByRole("rowheader");
    expect(text(last)).toContain("Ann (you)");
    expect([first, last].map((row) => row.querySelectorAll(".chip").length)).toEqual([2, 2]);
    expect(text(first.querySelector(".chip .unseen"))).toBe("orange 4");
  });

  test("it is counted colour by colour, and whoever has fates enough skips the rest", async () => {
    end([2, 2, 5], [2, 2, 1], [0, 1], true);
    await userEvent.click(screen.getByRole("button", { name: "Count colour by colour" }));
    expect(screen.getByRole("heading", { name: /^red$/i })).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Next colour" }));
    expect(screen.getByRole("heading", { name: /^blue$/i })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Skip" }));
    expect(screen.getByRole("heading", { name: "You share the win with Bob!" })).toBeTruthy();
  });
});

describe("what happened", () => {
  const earlier = view({ history: [] });
  const later = view({ history: [[2, "B7"]], parade: [...LINE, "B7"] });
  const message = () => text(document.querySelector(".message .text"));
  const table = (more: object) =>
    render(ParadeTable, {
      view: later,
      explanation: explanation(),
      seats: players,
      act: () => Promise.resolve(),
      ...more,
    });

  test("a table that is opened later says the last move", async () => {
    table({ earlier: { view: earlier, bot: null } });
    await tick();
    expect(message()).toBe("Cat plays blue 7 and takes nothing. Your turn: choose a card.");
  });

  test("what a bot played for one is not said to be one's own move", async () => {
    const seats = players.map((player, seat) => (seat ? player : { ...player, bot: "hatter", left: "away" as const }));
    const { rerender } = table({ view: earlier, seats });
    await rerender({ view: view({ history: [[0, "R3"]], hand: ["B7"], turn: 1, parade: [...LINE, "R3"] }) });
    await tick();
    expect(message()).toContain("Mad Hatter (for you) plays red 3 and takes nothing.");
  });

  test("the digit of a card chooses it, and plays it the second time, unless somebody writes or has turned that off", async () => {
    const sent: string[] = [];
    const given = { act: async (action: string) => void sent.push(action) };
    table({ ...given, view: view() });
    await userEvent.keyboard("1");
    expect([sent, document.activeElement?.getAttribute("aria-label")]).toEqual([[], "red 3"]);
    settings.cardKeys = false;
    await userEvent.keyboard("1");
    settings.cardKeys = true;
    document.body.append(Object.assign(document.createElement("input"), { id: "chat" }));
    const input = document.querySelector<HTMLInputElement>("#chat")!;
    await userEvent.type(input, "1");
    input.remove();
    expect(sent).toEqual([]);
    await userEvent.keyboard("1");
    expect(sent).toEqual(["play R3"]);
  });
});
