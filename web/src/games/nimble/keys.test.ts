import { beforeEach, expect, it, vi } from "vitest";
import { changeSetting } from "../../app/settings.svelte";
import { keyHandler, keysSentence, roundKeys, STANDARD_KEYS } from "./keys";

let playing: boolean;
const does = {
  playing: () => playing,
  next: vi.fn(),
  back: vi.fn(),
  place: vi.fn(),
  read: vi.fn(),
  others: vi.fn(),
};
const press = keyHandler(does);

/** Presses a key where the focus is; whether the browser is kept from doing what it would. */
function key(name: string, code = "", on: HTMLElement = document.body): boolean {
  const event = new KeyboardEvent("keydown", { key: name, code, cancelable: true });
  Object.defineProperty(event, "target", { value: on });
  press(event);
  return event.defaultPrevented;
}

beforeEach(() => {
  playing = true;
  changeSetting("keys", {});
  vi.clearAllMocks();
});

it("does what its keys stand for", () => {
  key(" ", "Space");
  key("é", "Digit2");
  key("Backspace");
  key("P", "KeyP");
  key("o", "KeyO");
  expect(does.next).toHaveBeenCalledOnce();
  expect(does.place).toHaveBeenCalledWith(1);
  for (const done of [does.back, does.read, does.others]) expect(done).toHaveBeenCalledOnce();
});

it("goes by the keys that were chosen, and leaves those alone that are turned off", () => {
  changeSetting("keys", { nimble: { ...STANDARD_KEYS, flip: "f", back: "" } });
  key("f", "KeyF");
  expect(does.next).toHaveBeenCalledOnce();
  expect(key(" ", "Space")).toBe(false);
  expect(key("Backspace")).toBe(false);
  expect(does.back).not.toHaveBeenCalled();
  expect(keysSentence(roundKeys())).toMatch(/^F: flip, or turn over\. 1: place on pile 1\./);
});

it("lets those who watch hear the table, and no more", () => {
  playing = false;
  key(" ", "Space");
  key("p", "KeyP");
  expect(does.next).not.toHaveBeenCalled();
  expect(does.read).toHaveBeenCalledOnce();
});

it("leaves the keys to a field in which somebody writes, and space to another button", () => {
  const [field, button] = [document.createElement("input"), document.createElement("button")];
  expect(key("1", "Digit1", field)).toBe(false);
  expect(key(" ", "Space", button)).toBe(false);
  expect(key("1", "Digit1", button)).toBe(true);
  expect(does.next).not.toHaveBeenCalled();
});
