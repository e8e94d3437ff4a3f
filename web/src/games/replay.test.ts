import { expect, test } from "vitest";
import type { NimbleView, ParadeView } from "../net/wire";
import { describe as describeNimble } from "./nimble/moves";
import { describe as describeParade, sentence } from "./parade/moves";

const by = (seat: number, action: string | null) => ({ seat, action });
const parade = (...front: string[]) => ({ front: front.map((cards) => cards.split(" ")) }) as unknown as ParadeView;

test("what a card took is what lies in front of its player since then", () => {
  const move = describeParade(by(1, "play G4"), parade("R1", "B1"), parade("R1", "B1 G2 O3"));
  expect(move).toEqual({ kind: "play", card: "G4", taken: ["G2", "O3"] });
});

test("two cards are set aside", () => {
  const view = parade("R1", "B1");
  expect(describeParade(by(0, "discard R3 B7"), view, view)).toEqual({ kind: "aside", cards: ["R3", "B7"] });
});

test("somebody who may not know which cards were set aside is not told", () => {
  const view = parade("R1", "B1");
  const move = describeParade(by(0, null), view, view);
  expect(move).toEqual({ kind: "aside", cards: null });
  expect(sentence(move, "Ann")).toBe("Ann sets two cards aside");
});

test("Nimble's cards are those that lie on top afterwards; piles count from 1", () => {
  const view = { tops: ["RB", "BO", "GV"], discard_tops: ["YR", null] } as unknown as NimbleView;
  expect(describeNimble(by(0, "flip"), view, view)).toEqual({ kind: "flip", card: "YR" });
  expect(describeNimble(by(1, "place 1 on RB"), view, view)).toEqual({ kind: "place", card: "BO", pile: 2 });
  expect(describeNimble(by(1, "back"), view, view).kind).toBe("back");
  expect(describeNimble(by(1, "turn"), view, view).kind).toBe("turn");
});
