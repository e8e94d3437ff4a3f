import { beforeEach, expect, test } from "vitest";
import { PadState } from "./padState.svelte";
import { owner, rename, tap } from "./pad";

beforeEach(() => localStorage.clear());

/** Another tab has kept something. */
const told = () => dispatchEvent(Object.assign(new Event("storage"), { key: "wonderland-pad" }));

test("two tabs with the pad do not undo each other's cards", () => {
  const [one, other] = [new PadState(), new PadState()];
  const stop = other.follow();
  one.change(tap(one.pad, 0, "R3"));
  told();
  expect(owner(other.pad, "R3")).toBe(0);
  other.change(tap(other.pad, 1, "B7"));
  const later = new PadState();
  expect([owner(later.pad, "R3"), owner(later.pad, "B7")]).toEqual([0, 1]);
  stop();
});

test("what came from another tab is taken back at once, and whose cards are tapped here stays", () => {
  const [one, other] = [new PadState(), new PadState()];
  const stop = other.follow();
  other.choose(2);
  for (const name of ["A", "An", "Ann"]) {
    one.change(rename(one.pad, 0, name), "name");
    told();
  }
  expect([other.pad.players[0].name, other.seat]).toEqual(["Ann", 2]);
  other.undo();
  expect(other.pad.players[0].name).toBe("");
  stop();
});
