import { expect, it } from "vitest";
import { applyChanges } from "./changes";

it("changes what a path leads to, and appends one past the end", () => {
  const target = { phase: "playing", view: { tops: ["RB", "OG"], sizes: [3] } };
  applyChanges(target, [
    ["phase", "over"],
    ["view", "tops", 1, "GV"],
    ["view", "sizes", 1, 4],
  ]);
  expect(target).toEqual({ phase: "over", view: { tops: ["RB", "GV"], sizes: [3, 4] } });
});
