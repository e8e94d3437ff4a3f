import { expect, test } from "vitest";
import type { NimbleView, ParadeView, ReplayStep } from "../lib/wire";
import { fronts, moveOf } from "./moves";
import { pause } from "./pacing";
import { clock } from "./words";

const step = (seat: number, action: string, time: number | null = null): ReplayStep =>
  ({ seat, action, time, changes: [] }) as unknown as ReplayStep;
const parade = (...front: string[]) => ({ front: front.map((cards) => cards.split(" ")) }) as unknown as ParadeView;

test("what a card took is what lies in front of its player since then", () => {
  const before = fronts(parade("R1", "B1"), 1);
  expect(moveOf(step(1, "play G4"), before, parade("R1", "B1 G2 O3"))).toEqual({
    kind: "play",
    seat: 1,
    time: null,
    card: "G4",
    taken: ["G2", "O3"],
  });
});

test("two cards are set aside", () => {
  expect(moveOf(step(0, "discard R3 B7"), [], parade("R1", "B1"))).toMatchObject({
    kind: "aside",
    cards: ["R3", "B7"],
  });
});

test("Nimble's cards are those that lie on top afterwards; piles count from 1", () => {
  const view = { tops: ["RB", "BO", "GV"], discard_tops: ["YR", null] } as unknown as NimbleView;
  expect(moveOf(step(0, "flip", 120), [], view)).toEqual({ kind: "flip", card: "YR", seat: 0, time: 120 });
  expect(moveOf(step(1, "place 1 on RB"), [], view)).toMatchObject({ kind: "place", card: "BO", pile: 2 });
  expect(moveOf(step(1, "back"), [], view).kind).toBe("back");
  expect(moveOf(step(1, "turn"), [], view).kind).toBe("turn");
});

test("Nimble is shown as fast as it was, but nobody waits long; Parade at an even pace", () => {
  const steps = [step(0, "flip", 400), step(1, "flip", 650), step(0, "flip", 90_000), step(0, "flip", null)];
  expect([0, 1, 2, 3].map((number) => pause("nimble", steps, number, 1))).toEqual([400, 250, 3000, 350]);
  expect(pause("nimble", steps, 1, 2)).toBe(125);
  expect(pause("parade", steps, 2, 0.5)).toBe(3600);
});

test("a clock with tenths", () => {
  expect([0, 1_950, 61_000, 754_321].map(clock)).toEqual(["0:00.0", "0:01.9", "1:01.0", "12:34.3"]);
});
