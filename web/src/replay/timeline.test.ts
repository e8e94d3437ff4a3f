import { expect, test } from "vitest";
import type { Change, NimbleView, ReplayPage } from "../net/wire";
import { Timeline } from "./timeline";

/** A page of a game in which one card after the other is flipped, and each tenth step begins a new discard. */
function page(after: number, count: number, all: number): ReplayPage {
  const steps = Array.from({ length: count }, (_, place) => {
    const number = after + place;
    const changes: Change[] =
      number % 10 === 0 ? [[0, "discard", [`${number}`]]] : [[0, "discard", number % 10, `${number}`]];
    return { by: { seat: number % 2, action: "flip" }, time: number * 100, changes, explanation: null };
  });
  const end = after + count;
  return {
    game: "nimble",
    players: ["Ann", "Bob"],
    after,
    views: [view(after)],
    steps,
    next: end < all ? end : null,
    result: end < all ? null : { left: [1, 0] },
    explanation: null,
  } as unknown as ReplayPage;
}

function view(number: number): NimbleView {
  return { discard: discard(number), discard_tops: [null, null] } as unknown as NimbleView;
}

function discard(number: number): string[] {
  if (!number) return [];
  const first = Math.floor((number - 1) / 10) * 10;
  return Array.from({ length: number - first }, (_, place) => `${first + place}`);
}

const shown = (timeline: Timeline, number: number) => (timeline.at(number).views[0] as NimbleView).discard;

test("every step can be reached, in any order", () => {
  const timeline = new Timeline(page(0, 130, 130), null);
  for (const number of [130, 0, 1, 79, 80, 81, 40, 39, 129, 5])
    expect(shown(timeline, number)).toEqual(discard(number));
  for (let number = 130; number >= 0; number--) expect(shown(timeline, number)).toEqual(discard(number));
});

test("a frame is its own: what happens to it happens to no other", () => {
  const timeline = new Timeline(page(0, 60, 60), null);
  (timeline.at(41).views[0] as NimbleView).discard.push("RB");
  expect(shown(timeline, 41)).toEqual(discard(41));
  expect(shown(timeline, 60)).toEqual(discard(60));
});

test("pages follow one another", () => {
  const timeline = new Timeline(page(0, 50, 120), null);
  expect([timeline.length, timeline.next, timeline.result]).toEqual([50, 50, null]);
  timeline.add(page(50, 50, 120));
  timeline.add(page(100, 20, 120));
  expect([timeline.length, timeline.next, timeline.result]).toEqual([120, null, { left: [1, 0] }]);
  for (const number of [0, 49, 50, 51, 80, 99, 100, 120]) expect(shown(timeline, number)).toEqual(discard(number));
  expect(() => timeline.add(page(50, 10, 120))).toThrow("steps after 50, not 120");
});

test("there is nothing before the beginning or after the end", () => {
  const timeline = new Timeline(page(0, 3, 3), null);
  expect(timeline.at(-4).number).toBe(0);
  expect(timeline.at(99).number).toBe(3);
  expect(timeline.at(1.7).number).toBe(1);
});

test("the explanation of a step comes with it, where the server tells one", () => {
  const first = page(0, 2, 2);
  expect(new Timeline(first, null).at(1).explanation).toBeNull();
  const explanations = [{ sheets: ["first"] }, { sheets: ["second"] }, { sheets: ["third"] }];
  Object.assign(first, { explanation: explanations[0] });
  first.steps.forEach((step, place) => Object.assign(step, { explanation: explanations[place + 1] }));
  const timeline = new Timeline(first, null);
  expect([0, 1, 2].map((number) => timeline.at(number).explanation)).toEqual(explanations);
});
