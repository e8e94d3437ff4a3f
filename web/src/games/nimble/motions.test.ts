import { expect, test } from "vitest";
import type { NimbleView } from "../../net/wire";
import { motions } from "./motions";
import { predict } from "./predict";

const view: NimbleView = {
  players: ["Ann", "Bob", "Cleo"],
  seat: 0,
  options: { errors: "fewest", assist: false },
  tops: ["RB", "GV", "YO"],
  heights: [1, 2, 3],
  hand_sizes: [3, 20, 5],
  discard_sizes: [2, 4, 1],
  discard_tops: ["BG", "OR", "YB"],
  discard: ["GR", "BG"],
  remembered: [],
  end: null,
};
const now = predict(view, []);

const placed = (seat: number, pile: number) => [{ seat, action: `place ${pile} on RB` }];

test("nothing moves when our own move is confirmed", () => {
  const confirmed: NimbleView = {
    ...view,
    discard: ["GR"],
    discard_sizes: [1, 4, 1],
    tops: ["BG", "GV", "YO"],
    heights: [2, 2, 3],
  };
  expect(
    motions(predict(view, [{ kind: "place", pile: 0, seen: "RB" }]), predict(confirmed, []), placed(0, 0)),
  ).toEqual([]);
});

test("our moves", () => {
  expect(motions(now, predict(view, [{ kind: "flip" }]), [])).toEqual([{ from: "hand", to: "discard" }]);
  expect(motions(now, predict(view, [{ kind: "back" }]), [])).toEqual([{ from: "discard", to: "hand" }]);
  expect(motions(now, predict(view, [{ kind: "place", pile: 1, seen: "GV" }]), [])).toEqual([
    { from: "discard", to: { pile: 1 } },
  ]);
  const empty: NimbleView = { ...view, hand_sizes: [0, 20, 5] };
  expect(motions(predict(empty, []), predict(empty, [{ kind: "turn" }]), [])).toEqual([
    { from: "discard", to: "hand" },
  ]);
});

test("another's card flies from their seat, also while ours is on its way", () => {
  const other: NimbleView = { ...view, discard_sizes: [2, 3, 1], tops: ["BV", "GV", "YO"], heights: [2, 2, 3] };
  expect(motions(now, predict(other, []), placed(1, 0))).toEqual([{ from: { seat: 1 }, to: { pile: 0 } }]);
  const ours = [{ kind: "place", pile: 0, seen: "RB" } as const];
  expect(motions(predict(view, ours), predict(other, ours), placed(1, 0))).toEqual([]);
  expect(motions(predict(other, ours), predict(other, []), [])).toEqual([{ from: { pile: 0 }, to: "discard" }]);
});

test("another's flip or taking back is no placement", () => {
  const other: NimbleView = { ...view, hand_sizes: [3, 21, 5], discard_sizes: [2, 3, 1] };
  expect(motions(now, predict(other, []), [{ seat: 1, action: "back" }])).toEqual([]);
});

test("a spectator sees everyone's placements", () => {
  const seen: NimbleView = { ...view, seat: null, discard: [] };
  const later: NimbleView = { ...seen, discard_sizes: [2, 4, 0], tops: ["RB", "YB", "YO"], heights: [1, 3, 3] };
  const motion = [{ from: { seat: 2 }, to: { pile: 1 } }];
  expect(motions(predict(seen, []), predict(later, []), placed(2, 1))).toEqual(motion);
});

test("several placements at once each come from their own player", () => {
  const later: NimbleView = {
    ...view,
    discard_sizes: [2, 3, 0],
    tops: ["BV", "YB", "YO"],
    heights: [2, 3, 3],
  };
  expect(motions(now, predict(later, []), [...placed(2, 1), ...placed(1, 0)])).toEqual([
    { from: { seat: 1 }, to: { pile: 0 } },
    { from: { seat: 2 }, to: { pile: 1 } },
  ]);
});

test("where it is not known who placed a card, it flies from nobody", () => {
  const later: NimbleView = { ...view, discard_sizes: [2, 3, 1], tops: ["BV", "GV", "YO"], heights: [2, 2, 3] };
  expect(motions(now, predict(later, []), [])).toEqual([]);
});
