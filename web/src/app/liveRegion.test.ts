import { render, screen } from "@testing-library/svelte";
import { createRawSnippet, flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Dialog from "../ui/Dialog.svelte";
import { toast } from "../ui/toasts.svelte";
import { announce } from "./announcer.svelte";
import LiveRegion from "./LiveRegion.svelte";

const children = createRawSnippet(() => ({ render: () => "<p>Sure?</p>" }));

/** What a live region has been told, once it has settled. */
async function told(region: Element): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(1000);
  flushSync();
  return [...region.querySelectorAll("p")].map((line) => line.textContent ?? "");
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(1000);
});
afterEach(() => vi.useRealTimers());

it("tells the open dialog, below which everything is inert, and then the page again", async () => {
  const page = render(LiveRegion).getByRole("log");
  announce("the game begins");
  expect(await told(page)).toContain("the game begins");

  const dialog = render(Dialog, { title: "Menu", open: true, children });
  flushSync();
  const above = dialog.container.querySelector("[role=log]")!;
  // Said in the moment in which the dialog opens: its region must be there before its text is.
  announce("your turn");
  flushSync();
  expect(above.textContent).toBe("");
  toast("copied");
  expect(await told(above)).toEqual(["your turn"]);
  expect(await told(page)).not.toContain("your turn");
  const note = () => screen.getByText("copied");
  expect(dialog.container.querySelector("dialog [role=status]")!.contains(note())).toBe(true);

  await dialog.rerender({ open: false });
  announce("closed");
  expect(await told(page)).toContain("closed");
  // Still to be seen, but not read again.
  expect(note().closest("dialog, [role=status]")).toBeNull();
});
