import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../../net/api";
import type { NimbleView } from "../../net/wire";
import { PendingMoves } from "./pendingMoves.svelte";
import type { Move } from "./predict";

const place = (pile: number): Move => ({ kind: "place", pile, seen: view.tops[pile] });
const bounce = new Refused({ kind: "too_late", key: "refused_bounced", text: "Beaten to it" });

let view: NimbleView = $state(start());
let sent: { action: string; done: () => Promise<void>; refuse: () => Promise<void> }[];
let refused: Move[];
let intents: PendingMoves;
let end: () => void;

function start(): NimbleView {
  return {
    players: ["Ann", "Bob"],
    seat: 0,
    options: { errors: "fewest", assist: false },
    tops: ["RB", "GV", "YO"],
    heights: [1, 1, 1],
    hand_sizes: [3, 20],
    discard_sizes: [2, 4],
    discard_tops: ["BG", "OR"],
    discard: ["GR", "BG"],
    remembered: [],
    end: null,
  };
}

/** The promise's own continuations come first, as they do between two messages of a socket. */
async function settled(answer: () => void): Promise<void> {
  answer();
  await Promise.resolve();
  await Promise.resolve();
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  view = start();
  sent = [];
  refused = [];
  const act = (action: string) =>
    new Promise<void>((done, refuse) => {
      sent.push({ action, done: () => settled(done), refuse: () => settled(() => refuse(bounce)) });
    });
  end = $effect.root(() => {
    intents = new PendingMoves(
      () => view,
      () => act,
      (move) => refused.push(move),
    );
  });
  flushSync();
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

/** What the server's event makes of the view. */
function event(changes: Partial<NimbleView>): void {
  Object.assign(view, changes);
  flushSync();
}
const actions = () => sent.map(({ action }) => action);

test("a placement is drawn at once, and once, before and after its answer and its event", async () => {
  intents.do(place(0));
  expect(intents.predicted.tops[0]).toBe("BG");
  expect(actions()).toEqual(["place 0 on RB"]);
  await sent[0].done();
  expect(intents.predicted.tops[0]).toBe("BG");
  expect(intents.predicted.heights[0]).toBe(2);
  event({ tops: ["BG", "GV", "YO"], heights: [2, 1, 1], discard: ["GR"], discard_sizes: [1, 4] });
  expect(intents.predicted.heights[0]).toBe(2);
  expect(intents.predicted.discard).toEqual(["GR"]);
  expect(intents.waiting).toBe(false);
});

test("an event that overtakes its answer is not drawn twice either", async () => {
  intents.do(place(0));
  event({ tops: ["BG", "GV", "YO"], heights: [2, 1, 1], discard: ["GR"], discard_sizes: [1, 4] });
  expect(intents.predicted.discard).toEqual(["GR"]);
  expect(intents.predicted.heights[0]).toBe(2);
  await sent[0].done();
  expect(intents.predicted.discard).toEqual(["GR"]);
});

test("a bounced card returns, and the other's lies there", async () => {
  intents.do(place(0));
  event({ tops: ["BV", "GV", "YO"], heights: [2, 1, 1], discard_sizes: [2, 3] });
  expect(intents.predicted.tops[0]).toBe("BG");
  await sent[0].refuse();
  expect(intents.predicted.tops[0]).toBe("BV");
  expect(intents.predicted.discard).toEqual(["GR", "BG"]);
  expect(refused).toEqual([{ kind: "place", pile: 0, seen: "RB" }]);
});

test("the card below waits for the answer, though it is drawn already", async () => {
  intents.do(place(0));
  intents.do({ kind: "place", pile: 1, seen: "GV" });
  expect(intents.predicted.tops.slice(0, 2)).toEqual(["BG", "GR"]);
  expect(actions()).toEqual(["place 0 on RB"]);
  await sent[0].done();
  expect(actions()).toEqual(["place 0 on RB", "place 1 on GV"]);
});

test("after a bounce the card below is not placed in its stead", async () => {
  intents.do(place(0));
  intents.do({ kind: "place", pile: 1, seen: "GV" });
  await sent[0].refuse();
  expect(actions()).toEqual(["place 0 on RB"]);
  expect(intents.predicted.tops).toEqual(["RB", "GV", "YO"]);
  expect(intents.predicted.discard).toEqual(["GR", "BG"]);
});

test("flips go out without waiting, and their faces come one by one", async () => {
  intents.do(place(0));
  intents.do({ kind: "flip" });
  intents.do({ kind: "flip" });
  expect(actions()).toEqual(["place 0 on RB", "flip", "flip"]);
  await sent[0].done();
  event({ tops: ["BG", "GV", "YO"], heights: [2, 1, 1], discard: ["GR"], discard_sizes: [1, 4] });
  expect(intents.predicted.discard).toEqual(["GR", null, null]);
  event({ discard: ["GR", "VO"], discard_sizes: [2, 4], hand_sizes: [2, 20] });
  expect(intents.predicted.discard).toEqual(["GR", "VO", null]);
  expect(intents.predicted.hands[0]).toBe(1);
});

test("an answer whose event never comes is forgotten after a while", async () => {
  intents.do({ kind: "back" });
  await sent[0].done();
  expect(intents.predicted.discard).toEqual(["GR"]);
  vi.advanceTimersByTime(2000);
  flushSync();
  expect(intents.predicted.discard).toEqual(["GR", "BG"]);
});

test("when the round is over the view is all there is", () => {
  intents.do(place(0));
  event({ end: "finished" });
  expect(intents.predicted.tops[0]).toBe("RB");
  expect(intents.waiting).toBe(false);
});

test("whatever a bot has done in our stead, nothing of ours is added to it", async () => {
  intents.do(place(0));
  await sent[0].done();
  event({ hand_sizes: [0, 20], discard: ["VY"], discard_sizes: [1, 4] });
  expect(intents.predicted.discard).toEqual(["VY"]);
});
