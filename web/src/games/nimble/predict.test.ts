import { describe, expect, test } from "vitest";
import type { NimbleView } from "../../net/wire";
import { confirmedCount, predictionOf, predict, whyImpossible, actionText, isUnambiguous, type Move } from "./predict";

const view: NimbleView = {
  players: ["Ann", "Bob"],
  seat: 0,
  options: { errors: "fewest", assist: false },
  tops: ["RB", "GV", "YO"],
  heights: [1, 2, 3],
  hand_sizes: [3, 20],
  discard_sizes: [2, 4],
  discard_tops: ["BG", "OR"],
  discard: ["GR", "BG"],
  remembered: [],
  end: null,
};
const flip: Move = { kind: "flip" };
const back: Move = { kind: "back" };
const turn: Move = { kind: "turn" };
const place = (pile: number): Move => ({ kind: "place", pile, seen: view.tops[pile] });
const but = (changes: Partial<NimbleView>): NimbleView => ({ ...view, ...changes });

describe("predict", () => {
  test("no move: the view as it stands, and the view stays untouched", () => {
    expect(predict(view, [])).toEqual(predictionOf(view));
    predict(view, [place(0), flip]);
    expect(view.tops).toEqual(["RB", "GV", "YO"]);
    expect(view.discard).toEqual(["GR", "BG"]);
  });

  test("a flipped card lies there before its face is known", () => {
    const predicted = predict(view, [flip]);
    expect(predicted.discard).toEqual(["GR", "BG", null]);
    expect(predicted.hands).toEqual([2, 20]);
    expect(predicted.discards).toEqual([3, 4]);
    expect(predicted.shown[0]).toBeNull();
  });

  test("a card that was face up before has its face at once", () => {
    const predicted = predict(but({ remembered: ["VO", "VR"] }), [flip]);
    expect(predicted.discard.at(-1)).toBe("VO");
    expect(predicted.remembered).toEqual(["VR"]);
  });

  test("back: onto the hand, and known there", () => {
    const predicted = predict(view, [back]);
    expect(predicted.discard).toEqual(["GR"]);
    expect(predicted.hands[0]).toBe(4);
    expect(predicted.remembered).toEqual(["BG"]);
  });

  test("back and flip again: the same card, at once", () => {
    expect(predict(view, [back, back, flip, flip])).toEqual(predictionOf(view));
  });

  test("a card taken back before its face came stays unknown", () => {
    const predicted = predict(view, [flip, back]);
    expect(predicted.remembered).toEqual([null]);
    expect(predict(view, [flip, back, flip]).discard).toEqual(["GR", "BG", null]);
  });

  test("turn: what was flipped first comes first again", () => {
    const predicted = predict(but({ hand_sizes: [0, 20] }), [turn, flip]);
    expect(predicted.hands[0]).toBe(1);
    expect(predicted.discard).toEqual(["GR"]);
    expect(predicted.remembered).toEqual(["BG"]);
  });

  test("place: the top of the discard lies on the pile, fitting or not", () => {
    const predicted = predict(view, [place(2)]);
    expect(predicted.tops).toEqual(["RB", "GV", "BG"]);
    expect(predicted.heights).toEqual([1, 2, 4]);
    expect(predicted.discard).toEqual(["GR"]);
    expect(predicted.shown[0]).toBe("GR");
  });

  test("several cards in a row, on the same pile and on another", () => {
    expect(predict(view, [place(0), place(0)]).tops[0]).toBe("GR");
    expect(predict(view, [place(0), place(1)]).tops).toEqual(["BG", "GR", "YO"]);
  });

  test("another's card that arrives meanwhile lies under ours", () => {
    const covered = but({ tops: ["BV", "GV", "YO"], heights: [2, 2, 3] });
    const predicted = predict(covered, [place(0)]);
    expect(predicted.tops[0]).toBe("BG");
    expect(predicted.heights[0]).toBe(3);
    // It bounces: no move is left, the card is back, and the other's is seen.
    expect(predict(covered, []).tops[0]).toBe("BV");
    expect(predict(covered, []).discard).toEqual(["GR", "BG"]);
  });

  test("moves without a card to move change nothing", () => {
    const bare = but({ hand_sizes: [0, 20], discard_sizes: [0, 4], discard_tops: [null, "OR"], discard: [] });
    expect(predict(bare, [flip, back, turn, place(0)])).toEqual(predictionOf(bare));
    expect(predict(view, [turn])).toEqual(predictionOf(view));
  });

  test("a spectator makes no moves", () => {
    const spectator = but({ seat: null, discard: [] });
    expect(predict(spectator, [flip, place(0)])).toEqual(predictionOf(spectator));
  });
});

test("a placement names the top as it was drawn, our own unanswered card too (N11)", () => {
  const drawn = predict(view, [place(0)]);
  expect(actionText({ kind: "place", pile: 0, seen: drawn.tops[0] })).toBe("place 0 on BG");
  expect(actionText(flip)).toBe("flip");
});

test("what makes no sense is not sent", () => {
  expect(whyImpossible(predictionOf(view), "flip")).toBeNull();
  expect(whyImpossible(predictionOf(view), "turn")).toBe("hand_not_empty");
  expect(whyImpossible(predict(view, [flip, flip, flip]), "flip")).toBe("hand_empty");
  expect(whyImpossible(predict(view, [back, back]), "back")).toBe("discard_empty");
  expect(whyImpossible(predict(view, [back, back]), "place")).toBe("discard_empty");
  expect(whyImpossible(predict(view, [flip]), "place")).toBe("face_unknown");
  expect(whyImpossible(predict(view, [flip]), "back")).toBeNull();
  expect(whyImpossible(predictionOf(but({ seat: null, discard: [] })), "flip")).toBe("nothing_left");
});

describe("included: which moves the view has in it", () => {
  const then = predictionOf(view);

  test("none, when only others have moved", () => {
    expect(confirmedCount(then, predictionOf(but({ tops: ["BV", "GV", "YO"], heights: [2, 2, 3] })), [flip])).toBe(0);
  });

  test("one after the other, whatever face came up", () => {
    const flipped = but({ hand_sizes: [2, 20], discard_sizes: [3, 4], discard: ["GR", "BG", "VO"] });
    expect(confirmedCount(then, predictionOf(flipped), [flip, flip])).toBe(1);
    expect(confirmedCount(then, predictionOf(but({ discard: ["GR"], discard_sizes: [1, 4] })), [place(0), flip])).toBe(
      1,
    );
  });

  test("several at once, as after a lost connection", () => {
    const both = but({ remembered: ["VO"] });
    expect(confirmedCount(then, predictionOf(both), [flip, back, flip])).toBe(2);
  });

  test("nothing we did explains it", () => {
    expect(confirmedCount(then, predictionOf(but({ hand_sizes: [9, 20] })), [flip])).toBeNull();
  });
});

describe("sure: a move means one card, whatever bounces", () => {
  const sent = (move: Move, answered = false) => ({ move, answered });

  test("what lies under an unanswered placement waits", () => {
    expect(isUnambiguous(predictionOf(view), [sent(place(0))], place(1))).toBe(false);
    expect(isUnambiguous(predictionOf(view), [sent(place(0))], back)).toBe(false);
    expect(isUnambiguous(predictionOf(view), [sent(place(0), true)], place(1))).toBe(true);
  });

  test("flips never wait, and what was flipped since is sure", () => {
    const known = predictionOf(but({ remembered: ["VO"] }));
    expect(isUnambiguous(known, [sent(place(0))], flip)).toBe(true);
    expect(isUnambiguous(known, [sent(place(0)), sent(flip)], place(1))).toBe(true);
    expect(isUnambiguous(known, [sent(place(0)), sent(flip), sent(place(1))], place(2))).toBe(false);
  });

  test("taking back a card and another", () => {
    expect(isUnambiguous(predictionOf(view), [sent(back)], place(1))).toBe(true);
  });
});
