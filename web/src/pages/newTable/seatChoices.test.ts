import { expect, it } from "vitest";
import {
  isPublic,
  isRatable,
  isUsuallyRated,
  parseOccupant,
  resized,
  newSeat,
  occupantText,
  type Occupant,
} from "./seatChoices";

const GUESTS: Occupant[] = ["friend", "anyone", "here", { bot: "cat" }];

it("reads what it writes", () => {
  for (const occupant of GUESTS) expect(parseOccupant(occupantText(occupant))).toEqual(occupant);
});

it("keeps the level of a bot out of the list of bots, and tells it to the server", () => {
  expect(occupantText({ bot: "alice:level=3" })).toBe("bot:alice");
  expect(newSeat({ bot: "alice:level=3" })).toEqual({ kind: "bot", bot: "alice:level=3" });
});

it("tells the server who sits there", () => {
  expect(GUESTS.map((occupant) => newSeat(occupant, " Ann "))).toEqual([
    { kind: "reserved" },
    { kind: "open" },
    { kind: "me", name: "Ann" },
    { kind: "bot", bot: "cat" },
  ]);
});

it("leaves a name out where none was written", () => {
  expect(newSeat("here", "  ")).toEqual({ kind: "me", name: null });
});

it("is public only where somebody unknown may sit down", () => {
  expect(isPublic(["friend", { bot: "cat" }])).toBe(false);
  expect(isPublic(["friend", "anyone"])).toBe(true);
});

it("is rated only among people, and by itself only where an account looks for opponents", () => {
  expect([isRatable(["anyone", { bot: "cat" }]), isRatable(["anyone", "friend"])]).toEqual([false, true]);
  expect(isUsuallyRated(["anyone"], true)).toBe(true);
  expect(isUsuallyRated(["anyone"], false)).toBe(false);
  expect(isUsuallyRated(["friend"], true)).toBe(false);
  expect(isUsuallyRated(["anyone", { bot: "cat" }], true)).toBe(false);
});

it("keeps those who sit there when places come and go", () => {
  expect(resized(["a", "b"], 4, (place) => `new ${place}`)).toEqual(["a", "b", "new 2", "new 3"]);
  expect(resized(["a", "b", "c"], 2, () => "x")).toEqual(["a", "b"]);
});
