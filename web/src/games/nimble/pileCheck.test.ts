import { expect, test } from "vitest";
import type { NimbleChecked } from "../../net/wire";
import { errorsBySeat, checkOrder } from "./pileCheck";

const right: NimbleChecked = { card: "RB", seat: 0, error: false };
const wrong: NimbleChecked = { card: "GV", seat: 1, error: true };

test("pile by pile, from the bottom up, and errors are looked at for longer", () => {
  const order = checkOrder([[right, wrong], [right], [right, right]]);
  expect(order.map(({ pile, place }) => [pile, place])).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
    [2, 0],
    [2, 1],
  ]);
  expect(order[1].pause).toBeGreaterThan(order[0].pause);
});

test("errors are counted as they are found", () => {
  const order = checkOrder([[right, wrong], [right, wrong], [right]]);
  expect(errorsBySeat(order.slice(0, 1), 2)).toEqual([0, 0]);
  expect(errorsBySeat(order.slice(0, 2), 2)).toEqual([0, 1]);
  expect(errorsBySeat(order, 2)).toEqual([0, 2]);
});

test("a hundred and twenty cards, half of them wrong, are not looked at forever", () => {
  const pile = Array.from({ length: 20 }, () => [right, wrong]).flat();
  const whole = checkOrder([pile, pile, pile]).reduce((sum, { pause }) => sum + pause, 0);
  expect(whole).toBeLessThan(10_000);
});
