import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it } from "vitest";
import { changeSetting, settings } from "../app/settings.svelte";
import KeyChooser from "./KeyChooser.svelte";

const ACTIONS = [
  { id: "flip", label: "flip", standard: " " },
  { id: "back", label: "take back", standard: "Backspace" },
];
const told = () => screen.getByRole("status").textContent;
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string, key: string, code = "") => fireEvent.keyDown(field(name), { key, code });

beforeEach(() => {
  changeSetting("keys", {});
  render(KeyChooser, { game: "cards", actions: ACTIONS });
});

it("takes the key that is pressed in a field, and says so", async () => {
  expect(field("flip").value).toBe("Space");
  await press("flip", "F", "KeyF");
  expect(field("flip").value).toBe("F");
  expect(told()).toBe("F: flip.");
  expect(settings.keys.cards).toEqual({ flip: "f", back: "Backspace" });
});

it("lets two actions change keys, and says which other one has changed", async () => {
  await press("flip", "Backspace", "Backspace");
  expect([field("flip").value, field("take back").value]).toEqual(["Backspace", "Space"]);
  expect(told()).toBe("Backspace was the key for “take back”, which now has Space.");
});

it("refuses a key that writes nothing by itself", async () => {
  await press("flip", "Dead", "BracketLeft");
  expect(field("flip").value).toBe("Space");
  expect(told()).toContain("cannot be chosen");
});

it("lets Tab leave the field", async () => {
  expect(await press("flip", "Tab", "Tab")).toBe(true);
  expect(field("flip").value).toBe("Space");
});

it("turns a key off, or all, and back", async () => {
  await fireEvent.click(screen.getByRole("button", { name: "Turn this key off: flip" }));
  expect(field("flip").value).toBe("off");
  await fireEvent.click(screen.getByRole("button", { name: "Turn all keys off" }));
  expect(settings.keys.cards).toEqual({ flip: "", back: "" });
  await fireEvent.click(screen.getByRole("button", { name: "Standard keys" }));
  expect(settings.keys.cards).toEqual({ flip: " ", back: "Backspace" });
});
