import { beforeEach, describe, expect, test, vi } from "vitest";
import { Refused } from "../net/api";
import type { NimbleView, ParadeView } from "../net/wire";
import { m } from "../messages";
import { Learning } from "./lessonState.svelte";
import nimble from "../games/nimble/lesson/script.json";
import parade from "../games/parade/lesson/script.json";
import type { Script } from "./script";

const NAMES = ["Ann", "Second", "Third"];
const script = (data: unknown) => structuredClone(data) as Script;
const begin = (data: unknown, page = 0) => {
  const learning = new Learning(script(data), () => NAMES);
  learning.open(page);
  return learning;
};
const pageOf = (data: unknown, name: string) => script(data).steps.findIndex((step) => step.name === name);
const seen = <View>(learning: Learning) => learning.face!.view as View;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});

describe("a page of Parade", () => {
  test("what is asked for happens at once, then the others act one after the other", async () => {
    const learning = begin(parade);
    expect(seen<ParadeView>(learning).players).toEqual(NAMES);
    await learning.act("play B8");
    expect(seen<ParadeView>(learning).parade.at(-1)).toBe("B8");
    expect(learning.done).toBe(false);
    vi.advanceTimersToNextTimer();
    expect(seen<ParadeView>(learning).parade.at(-1)).toBe("O10");
    vi.advanceTimersToNextTimer();
    expect(seen<ParadeView>(learning).parade.at(-1)).toBe("V9");
    expect(learning.done).toBe(true);
    expect(learning.text).toBe(m.lesson_parade_safe_done());
  });

  test("anything else is answered and does not happen", async () => {
    const learning = begin(parade);
    await expect(learning.act("play R5")).rejects.toThrow(Refused);
    expect(learning.text).toBe(m.lesson_try({ count: 1, card: "blue 8" }));
    expect(seen<ParadeView>(learning).parade).toHaveLength(6);
  });

  test("where the card is to be found, it is not named", async () => {
    const learning = begin(parade, pageOf(parade, "choose"));
    await expect(learning.act("play S4")).rejects.toThrow(Refused);
    expect(learning.text).toBe(m.lesson_find({ count: 2 }));
  });

  test("two cards may be set aside in either order, and the game ends", async () => {
    const learning = begin(parade, pageOf(parade, "aside"));
    await learning.act("discard O6 S3");
    expect(learning.face!.result).toMatchObject({ winners: [0] });
  });

  test("who goes on while others act is not followed by them", async () => {
    const learning = begin(parade);
    await learning.act("play B8");
    learning.open(1);
    vi.runAllTimers();
    expect(seen<ParadeView>(learning).history).toHaveLength(3);
    expect(learning.done).toBe(false);
  });

  test("a page opened again is as it was", async () => {
    const learning = begin(parade);
    await learning.act("play B8");
    vi.runAllTimers();
    learning.open(0);
    expect(seen<ParadeView>(learning).parade).toHaveLength(6);
    await learning.act("play B8");
    vi.runAllTimers();
    expect(seen<ParadeView>(learning).parade).toHaveLength(9);
  });
});

describe("a page of Nimble", () => {
  test("a placement is the same whatever top it names, and may miss", async () => {
    const learning = begin(nimble, pageOf(nimble, "place"));
    await expect(learning.act("place 1 on GV")).rejects.toThrow(Refused);
    expect(learning.text).toBe(m.lesson_misfit({ colour: "blue" }));
    await learning.act("place 0 on RB");
    expect(seen<NimbleView>(learning).tops[0]).toBe("BG");
    expect(learning.done).toBe(true);
  });

  test("being beaten to it is told as the server tells it", async () => {
    const learning = begin(nimble, pageOf(nimble, "bounce"));
    await expect(learning.act("place 0 on RB")).rejects.toMatchObject({ key: "refused_bounced", kind: "too_late" });
    expect(seen<NimbleView>(learning).tops[0]).toBe("BV");
    expect(seen<NimbleView>(learning).discard).toEqual(["BG"]);
    vi.runAllTimers();
    expect(learning.part).toBe(1);
    await learning.act("place 2 on OB");
    expect(learning.done).toBe(true);
  });
});

test("a question takes wrong answers and goes on with the right one", () => {
  const learning = begin(parade, pageOf(parade, "majority"));
  learning.say(0);
  expect([learning.text, learning.wrong]).toEqual([m.lesson_wrong(), [0]]);
  learning.say(2);
  expect([learning.part, learning.wrong, learning.answer]).toEqual([1, [], ""]);
  learning.say(1);
  expect(learning.done).toBe(true);
});

test("after the last page comes the end, and then the beginning", () => {
  const learning = begin(nimble, script(nimble).steps.length);
  expect(learning.step).toBeNull();
  expect(new Learning(script(nimble), () => NAMES).page).toBe(0);
});
