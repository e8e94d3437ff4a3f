import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { poll } from "./polling";

let seen = true;
let stop = () => {};
const load = vi.fn(() => Promise.resolve());

beforeEach(() => {
  vi.useFakeTimers();
  seen = true;
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (seen ? "visible" : "hidden"));
  stop = poll(load, 20_000);
});
afterEach(() => {
  stop();
  load.mockReset().mockResolvedValue();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("looks at once, and again after a while", async () => {
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(load).toHaveBeenCalledTimes(3);
});

it.each([
  ["window is focused", () => window.dispatchEvent(new Event("focus"))],
  ["network is back", () => window.dispatchEvent(new Event("online"))],
  ["page is seen again", () => document.dispatchEvent(new Event("visibilitychange"))],
])("looks when the %s", async (_, happens) => {
  await vi.advanceTimersByTimeAsync(2_000);
  happens();
  expect(load).toHaveBeenCalledTimes(2);
});

it("looks once though it is told in several ways that somebody is back", async () => {
  await vi.advanceTimersByTimeAsync(2_000);
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("focus"));
  await vi.advanceTimersByTimeAsync(10);
  window.dispatchEvent(new Event("online"));
  expect(load).toHaveBeenCalledTimes(2);
});

it("asks for nothing while nobody looks, nor after its end", async () => {
  seen = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(1);
  seen = true;
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event("focus"));
  expect(load).toHaveBeenCalledTimes(1);
});

it("goes on after a failure, and waits for an answer that is slow", async () => {
  load.mockRejectedValueOnce(new Error("away"));
  await vi.advanceTimersByTimeAsync(20_000);
  let come = () => {};
  load.mockReturnValueOnce(new Promise((done) => (come = done)));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(load).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(3);
  come();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(load).toHaveBeenCalledTimes(4);
});
