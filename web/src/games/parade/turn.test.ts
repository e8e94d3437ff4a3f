import { expect, test } from "vitest";
import type { ParadeView } from "../../net/wire";
import { nextOrder, sortedHand } from "./handOrder";
import { testView } from "./testView";
import { DiscardChoice, Turn } from "./turn.svelte";

const VIEW = testView({ hand: ["R3", "B7", "V1", "G0"], start: ["V6"], parade: ["V6"] });

/** Somebody at a table whose server answers when it is let. */
function seated(view: Partial<ParadeView> = {}, confirm = false, able = true) {
  const [sent, refused]: [string[], string[]] = [[], []];
  const answers: ((why?: Error) => void)[] = [];
  const act = (action: string) =>
    new Promise<void>((done, fail) => {
      sent.push(action);
      answers.push((why) => (why ? fail(why) : done()));
    });
  const given = () => ({
    view: { ...VIEW, ...view },
    act: able ? act : undefined,
    confirm,
    order: "dealt" as const,
    refused: (why: Error) => refused.push(why.message),
  });
  return { turn: new Turn(given), choice: new DiscardChoice(given), sent, refused, answers };
}

test("whoever has fates what a card does plays it at once; a finger sees it first", () => {
  const mouse = seated();
  mouse.turn.press("R3", false);
  expect(mouse.sent).toEqual(["play R3"]);
  expect(mouse.turn.line).toEqual(["V6", "R3"]);
  const finger = seated();
  finger.turn.press("R3", true);
  expect([finger.sent, finger.turn.looked]).toEqual([[], "R3"]);
  finger.turn.press("R3", true);
  expect(finger.sent).toEqual(["play R3"]);
});

test("a second card, pressed while the first is on its way, is neither played nor chosen", () => {
  const { turn, sent } = seated();
  turn.press("R3", false);
  turn.press("B7", false);
  expect([sent, turn.chosen]).toEqual([["play R3"], null]);
});

test("a card that is refused is in the hand again", async () => {
  const { turn, answers, refused } = seated();
  const played = turn.play("R3");
  expect(turn.hand).not.toContain("R3");
  answers[0](new Error("not now"));
  await played;
  expect([turn.hand.includes("R3"), refused]).toEqual([true, ["not now"]]);
});

test("who wants to be asked is asked, and may put the card back", () => {
  const { turn, sent } = seated({}, true);
  turn.press("R3", false);
  expect([turn.chosen, sent]).toEqual(["R3", []]);
  turn.undo();
  expect(turn.chosen).toBeNull();
});

test("a dragged card is played where it is let go over the line, or chosen by who wants to be asked", () => {
  const [plain, asked, waiting] = [seated(), seated({}, true), seated({ turn: 1 })];
  for (const { turn } of [plain, asked, waiting]) turn.drop("B7");
  expect([plain.sent, asked.sent, waiting.sent]).toEqual([["play B7"], [], []]);
  expect([asked.turn.chosen, waiting.turn.chosen]).toEqual(["B7", null]);
});

test("when somebody moves, no preview covers what happened", () => {
  const { turn } = seated({ turn: 1 });
  turn.pointed = "R3";
  turn.press("B7", true);
  turn.rest();
  expect([turn.looked, turn.chosen]).toEqual([null, null]);
});

test("a hand is sorted by colour, by number, or as it was dealt", () => {
  expect(sortedHand(VIEW.hand, "colour")).toEqual(["R3", "B7", "V1", "G0"]);
  expect(sortedHand(VIEW.hand, "value")).toEqual(["G0", "V1", "R3", "B7"]);
  expect(sortedHand(["O5", "B7", "B2"], "colour")).toEqual(["B2", "B7", "O5"]);
  expect(sortedHand(["O5", "B7", "B2"], "dealt")).toEqual(["O5", "B7", "B2"]);
  expect((["dealt", "colour", "value"] as const).map(nextOrder)).toEqual(["colour", "value", "dealt"]);
});

test("nothing is played out of turn, or where one only looks", async () => {
  for (const { turn, sent } of [seated({ turn: 1 }), seated({}, false, false)]) {
    turn.press("R3", false);
    turn.press("R3", false);
    await turn.play("R3");
    expect([sent, turn.looked]).toEqual([[], "R3"]);
  }
});

test("of the last four a third card takes the place of the first", async () => {
  const { choice, sent, answers } = seated({ phase: "discard", turn: null });
  for (const card of ["R3", "B7", "V1"] as const) choice.press(card);
  expect(choice.aside).toEqual(["B7", "V1"]);
  const both = [choice.confirm(), choice.confirm()];
  answers[0]();
  await Promise.all(both);
  expect(sent).toEqual(["discard B7 V1"]);
});
