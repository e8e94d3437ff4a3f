import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onStoredChange, writeStored, readStored, readStoredObject } from "./storage";

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it("keeps what it is given", () => {
  writeStored("a", { x: [1] });
  expect(readStored("a")).toEqual({ x: [1] });
  writeStored("a", null);
  expect(localStorage.getItem("a")).toBeNull();
});

it.each(["no JSON", "[1]", "7", "null", '"text"'])("is an empty object where %s is kept", (text) => {
  localStorage.setItem("a", text);
  expect(readStoredObject("a")).toEqual({});
});

it("does without a browser that keeps anything", () => {
  const refuses = () => {
    throw new DOMException("no", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuses, setItem: refuses, removeItem: refuses });
  writeStored("a", 1);
  writeStored("a", null);
  expect(readStored("a")).toBeNull();
});

it("tells of what another tab has kept, until it is stopped", () => {
  const changed = vi.fn();
  const tell = (key: string | null) => dispatchEvent(Object.assign(new Event("storage"), { key }));
  const stop = onStoredChange("a", changed);
  tell("b");
  expect(changed).not.toHaveBeenCalled();
  tell("a");
  tell(null);
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
  tell("a");
  expect(changed).toHaveBeenCalledTimes(2);
});
