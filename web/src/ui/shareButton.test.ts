import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import ShareButton from "./ShareButton.svelte";
import { toasts } from "./toasts.svelte";

const URL = "https://example.org/g/1?move=3";

function press(device: object) {
  vi.stubGlobal("navigator", device);
  render(ShareButton, { label: "Share", text: "Ann wins.", url: URL, copied: "Copied." });
  return fireEvent.click(screen.getByRole("button", { name: "Share" }));
}

afterEach(() => {
  vi.unstubAllGlobals();
  toasts.shown = [];
});

it("opens the device's share sheet with the link, and copies nothing", async () => {
  const share = vi.fn(async () => undefined);
  const writeText = vi.fn(async () => undefined);
  await press({ share, clipboard: { writeText } });
  await vi.waitFor(() => expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: URL })));
  expect(writeText).not.toHaveBeenCalled();
});

it("copies the link where there is no share sheet, and says so", async () => {
  const writeText = vi.fn(async () => undefined);
  await press({ clipboard: { writeText } });
  await vi.waitFor(() => expect(toasts.shown.map(({ text }) => text)).toEqual(["Copied."]));
  expect(writeText).toHaveBeenCalledWith(URL);
});
