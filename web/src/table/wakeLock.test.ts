import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepScreenOn } from "./wakeLock";

let locks: { released: boolean; release: () => Promise<void> }[] = [];
const held = () => locks.filter(({ released }) => !released).length;

function look(visible: boolean) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visible ? "visible" : "hidden");
  // As browsers do.
  if (!visible) for (const lock of locks) lock.released = true;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  locks = [];
  const request = async () => {
    const lock = { released: false, release: async () => void (lock.released = true) };
    locks.push(lock);
    return lock;
  };
  vi.stubGlobal("navigator", { wakeLock: { request } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the screen stays on until it is no longer wanted, also after looking elsewhere", async () => {
  const stop = keepScreenOn();
  await vi.waitFor(() => expect(held()).toBe(1));
  look(false);
  expect(held()).toBe(0);
  look(true);
  await vi.waitFor(() => expect(held()).toBe(1));
  stop();
  await vi.waitFor(() => expect(held()).toBe(0));
  look(true);
  expect(locks).toHaveLength(2);
});

test("a lock that comes too late is given back", async () => {
  const stop = keepScreenOn();
  stop();
  await vi.waitFor(() => expect(locks).toHaveLength(1));
  await vi.waitFor(() => expect(held()).toBe(0));
});

test("nothing happens where the browser cannot", () => {
  vi.stubGlobal("navigator", {});
  expect(keepScreenOn()).not.toThrow();
});
