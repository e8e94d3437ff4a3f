import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { announcements } from "./announcer.svelte";
import { focusHeading } from "./focusHeading";

beforeEach(() => {
  vi.useFakeTimers();
  document.title = "Settings · Wonderland";
  document.body.innerHTML = "<a href='/x'>Settings</a><main tabindex='-1'></main>";
  document.querySelector("a")!.focus();
});
afterEach(() => vi.useRealTimers());

const main = () => document.querySelector("main")!;
function told(): string | undefined {
  flushSync();
  return announcements.lines.at(-1)?.text;
}

it("waits with the focus until the page has its heading", async () => {
  const arriving = focusHeading();
  expect(document.activeElement?.tagName).toBe("A");
  main().innerHTML = "<h1>Settings</h1>";
  await vi.advanceTimersByTimeAsync(100);
  await arriving;
  expect(document.activeElement?.tagName).toBe("H1");
});

it("leaves the focus where the page itself has put it, and says where one is", async () => {
  main().innerHTML = "<h1>Settings</h1><input>";
  document.querySelector("input")!.focus();
  await focusHeading();
  expect(document.activeElement?.tagName).toBe("INPUT");
  expect(told()).toBe("Settings · Wonderland");
});

it("says where one is on a page without a heading", async () => {
  const arriving = focusHeading();
  await vi.advanceTimersByTimeAsync(3000);
  await arriving;
  expect(document.activeElement).toBe(main());
  expect(told()).toBe("Settings · Wonderland");
});
