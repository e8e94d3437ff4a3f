import { beforeEach, describe, expect, it } from "vitest";
import { actionOf, chosenKeys, choosableKey, keyName, keyShortcut, withKey } from "./keys";
import { changeSetting } from "./settings.svelte";

const KEYS = { flip: " ", first: "1", second: "2", read: "p", off: "" };
const press = (key: string, code: string) => ({ key, code });

beforeEach(() => changeSetting("keys", {}));

describe("the action of a key", () => {
  it.each([
    ["a letter, whatever Caps Lock says", press("P", "KeyP"), "read"],
    ["a digit", press("1", "Digit1"), "first"],
    ["a digit of the number pad", press("2", "Numpad2"), "second"],
    ["the row of digits of a French keyboard", press("é", "Digit2"), "second"],
    ["the place of a letter on a Cyrillic keyboard", press("з", "KeyP"), "read"],
    ["space", press(" ", "Space"), "flip"],
  ])("is found by %s", (_, pressed, action) => expect(actionOf(KEYS, pressed)).toBe(action));

  it("is none for another key, and for an action that is turned off", () => {
    expect(actionOf(KEYS, press("x", "KeyX"))).toBeNull();
    // On Dvorak the letter counts, not its place.
    expect(actionOf(KEYS, press("l", "KeyP"))).toBeNull();
    expect(actionOf(KEYS, press("", ""))).toBeNull();
  });
});

describe("a key that is chosen", () => {
  it.each([
    [press("E", "KeyE"), "e"],
    [press("&", "Digit1"), "1"],
    [press("ö", "Semicolon"), "ö"],
    [press("ArrowLeft", "ArrowLeft"), "ArrowLeft"],
    [press(" ", "Space"), " "],
  ])("is kept by what it means: %o", (pressed, key) => expect(choosableKey(pressed)).toBe(key));

  it.each(["Dead", "Control", "Unidentified", "AudioVolumeUp"])("cannot be %s", (key) =>
    expect(choosableKey(press(key, "BracketLeft"))).toBeNull(),
  );

  it("changes places with the key of another action", () => {
    expect(withKey(KEYS, "flip", "1")).toEqual({ ...KEYS, flip: "1", first: " " });
    expect(withKey(KEYS, "off", "1")).toEqual({ ...KEYS, off: "1", first: "" });
    expect(withKey(KEYS, "read", "")).toEqual({ ...KEYS, read: "" });
  });
});

it("keeps the keys of each game, and ignores what is none", () => {
  changeSetting("keys", { a: { flip: "f", first: 7 as unknown as string, unknown: "u" } });
  expect(chosenKeys("a", KEYS)).toEqual({ ...KEYS, flip: "f" });
  expect(chosenKeys("b", KEYS)).toEqual(KEYS);
});

it("names keys in words", () => {
  expect([" ", "Backspace", "p", "ArrowLeft"].map(keyName)).toEqual(["Space", "Backspace", "P", "Left arrow"]);
  expect([" ", "p", ""].map(keyShortcut)).toEqual(["Space", "p", undefined]);
});
