import { beforeEach, describe, expect, test, vi } from "vitest";
import { Refused } from "../net/api";
import type { NimbleView, ParadeView } from "../net/wire";
import { m } from "../messages";
import { LessonState } from "./lessonState.svelte";
import { kitOf } from "../games";
import type { LessonKit } from "../games/kit";

const { default: parade } = await kitOf("parade")!.lesson();
const { default: nimble } = await kitOf("nimble")!.lesson();

const NAMES = ["Ann", "Second", "Third"];
const begin = (kit: LessonKit, page = 0) => {
  const lesson = new LessonState(kit, () => NAMES);
  lesson.open(page);
  return lesson;
};
const pageOf = (kit: LessonKit, name: string) => kit.script.steps.findIndex((step) => step.name === name);
const seen = <View>(lesson: LessonState) => lesson.table!.view as View;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});

describe("a page of Parade", () => {
  test("what is asked for happens at once, then the others act one after the other", async () => {
    const lesson = begin(parade);
    expect(seen<ParadeView>(lesson).players).toEqual(NAMES);
    await lesson.act("play B8");
    expect(seen<ParadeView>(lesson).parade.at(-1)).toBe("B8");
    expect(lesson.done).toBe(false);
    vi.advanceTimersToNextTimer();
    expect(seen<ParadeView>(lesson).parade.at(-1)).toBe("O10");
    vi.advanceTimersToNextTimer();
    expect(seen<ParadeView>(lesson).parade.at(-1)).toBe("V9");
    expect(lesson.done).toBe(true);
    expect(lesson.text).toBe(m.lesson_parade_safe_done());
  });

  test("anything else is answered and does not happen", async () => {
    const lesson = begin(parade);
    await expect(lesson.act("play R5")).rejects.toThrow(Refused);
    expect(lesson.answer).toBe(m.lesson_try({ count: 1, card: "blue 8" }));
    expect(lesson.text).toBe(m.lesson_parade_safe_1());
    expect(seen<ParadeView>(lesson).parade).toHaveLength(6);
  });

  test("where the card is to be found, it is not named", async () => {
    const lesson = begin(parade, pageOf(parade, "choose"));
    await expect(lesson.act("play S4")).rejects.toThrow(Refused);
    expect(lesson.answer).toBe(m.lesson_find({ count: 2 }));
  });

  test("two cards may be set aside in either order, and the game ends", async () => {
    const lesson = begin(parade, pageOf(parade, "aside"));
    await lesson.act("discard O6 S3");
    expect(lesson.table!.result).toMatchObject({ winners: [0] });
  });

  test("who goes on while others act is not followed by them", async () => {
    const lesson = begin(parade);
    await lesson.act("play B8");
    lesson.open(1);
    vi.runAllTimers();
    expect(seen<ParadeView>(lesson).history).toHaveLength(3);
    expect(lesson.done).toBe(false);
  });

  test("a page opened again is as it was", async () => {
    const lesson = begin(parade);
    await lesson.act("play B8");
    vi.runAllTimers();
    lesson.open(0);
    expect(seen<ParadeView>(lesson).parade).toHaveLength(6);
    await lesson.act("play B8");
    vi.runAllTimers();
    expect(seen<ParadeView>(lesson).parade).toHaveLength(9);
  });
});

describe("a page of Nimble", () => {
  test("a placement is the same whatever top it names, and may miss", async () => {
    const lesson = begin(nimble, pageOf(nimble, "place"));
    await expect(lesson.act("place 1 on GV")).rejects.toThrow(Refused);
    expect(lesson.answer).toBe(m.lesson_misfit({ frame: "blue", circle: "violet" }));
    expect(lesson.text).toBe(m.lesson_nimble_place_1());
    await lesson.act("place 0 on RB");
    expect(seen<NimbleView>(lesson).tops[0]).toBe("BG");
    expect(lesson.done).toBe(true);
  });

  test("a hint speaks of a circle to look for only where there is one", async () => {
    const lesson = begin(nimble, pageOf(nimble, "back"));
    await lesson.act("flip");
    await lesson.act("flip");
    vi.runAllTimers();
    await expect(lesson.act("place 1 on GR")).rejects.toThrow(Refused);
    expect(lesson.answer).toBe(m.lesson_misfit_here({ frame: "blue", circle: "red" }));
    expect(lesson.text).toBe(m.lesson_nimble_back_3());
    await expect(lesson.act("flip")).rejects.toThrow(Refused);
    expect(lesson.answer).toBe(m.lesson_not_possible());
    await lesson.act("back");
    expect([lesson.answer, lesson.text]).toEqual(["", m.lesson_nimble_back_4()]);
  });

  test("being beaten to it is told as the server tells it", async () => {
    const lesson = begin(nimble, pageOf(nimble, "bounce"));
    await expect(lesson.act("place 0 on RB")).rejects.toMatchObject({ key: "refused_bounced", kind: "too_late" });
    expect(seen<NimbleView>(lesson).tops[0]).toBe("BV");
    expect(seen<NimbleView>(lesson).discard).toEqual(["BG"]);
    vi.runAllTimers();
    expect(lesson.part).toBe(1);
    await lesson.act("place 2 on OB");
    expect(lesson.done).toBe(true);
  });
});

test("a question takes wrong answers and goes on with the right one", () => {
  const lesson = begin(parade, pageOf(parade, "majority"));
  lesson.say(0);
  expect([lesson.answer, lesson.wrong]).toEqual([m.lesson_hint_parade_majority(), [0]]);
  expect(lesson.text).toBe(m.lesson_parade_majority_1());
  lesson.say(2);
  expect([lesson.part, lesson.wrong, lesson.answer]).toEqual([1, [], ""]);
  lesson.say(1);
  expect(lesson.done).toBe(true);
});

test("after the last page comes the end, and then the beginning", () => {
  const lesson = begin(nimble, nimble.script.steps.length);
  expect(lesson.step).toBeNull();
  expect(new LessonState(nimble, () => NAMES).page).toBe(0);
});
