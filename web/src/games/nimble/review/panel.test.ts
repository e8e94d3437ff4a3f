import { cleanup, render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Playback } from "../../../replay/playback.svelte";
import type { RecordedGame } from "../../../replay/source";
import type { Timeline } from "../../../replay/timeline";
import type { ComparedGame } from "../../../net/wire";
import Panel from "./Panel.svelte";
import { sampleReport } from "./testReport";

const players = ["Ann", "Bob", "Cy"];
const about = { game: "nimble", at: 5000, players: players.map((name) => ({ name, bot: null, person: name })) };

function playback(): Playback {
  const shown = new Playback(
    () => true,
    () => {},
  );
  const at = (number: number) => ({ number: Math.min(Math.max(number, 0), 10) });
  shown.load({ steps: [], length: 10, next: null, at } as unknown as Timeline, 0);
  return shown;
}

function show(timed = true, mine: number | null = 1, earlier?: readonly ComparedGame[]) {
  const shown = playback();
  const says = (place: number) => `Step ${place + 1}`;
  const props = { report: sampleReport({ timed }), about: about as unknown as RecordedGame, players, mine, says };
  render(Panel, { ...props, playback: shown, earlier: earlier && (async () => earlier) });
  return shown;
}

test("everybody's figures stand side by side", () => {
  show();
  const table = screen.getByRole("table");
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((one) => one.textContent!.trim()),
  ).toEqual(["Ann", expect.stringContaining("Bob"), "Cy"]);
  expect(within(table).getByRole("row", { name: /Hesitation/ }).textContent).toContain("900");
});

test("one's own earlier rounds stand beside them, once there are any", async () => {
  const earlier = () => screen.queryByRole("columnheader", { name: "Your earlier rounds" });
  show(true, 1, []);
  expect(earlier()).toBeNull();
  cleanup();
  const figures = (errors: number) => ({ errors, median_hesitation_ms: 100 * errors, share_taken: null });
  show(
    true,
    1,
    [3, 5].map((errors) => ({ game: `g${errors}`, ended: 1000 * errors, figures: figures(errors) })),
  );
  expect(await screen.findByRole("columnheader", { name: "Your earlier rounds" })).toBeTruthy();
  expect(screen.getByRole("row", { name: /Hesitation/ }).lastElementChild!.textContent).toBe("400");
  // One by one, each with the way to its review.
  await userEvent.click(screen.getByRole("radio", { name: "Errors" }));
  const list = within(screen.getByRole("list", { name: "Your rounds, one after the other" }));
  expect(list.getAllByRole("listitem").map((one) => one.textContent!.trim())).toEqual([
    expect.stringMatching(/Errors 3$/),
    expect.stringMatching(/Errors 5$/),
    "this round: Errors 1",
  ]);
  expect(list.getAllByRole("link").map((one) => one.getAttribute("href"))).toEqual(["/g/g3/review", "/g/g5/review"]);
});

test("a moment of the list leads to its step", async () => {
  const shown = show();
  await userEvent.click(screen.getByRole("radio", { name: "Moments" }));
  await userEvent.click(screen.getByRole("button", { name: /Ann was first/ }));
  expect(shown.number).toBe(2);
  await userEvent.click(screen.getByRole("button", { name: /does not fit pile 3/ }));
  expect(shown.number).toBe(7);
});

test("the kinds of moments can be left out", async () => {
  show();
  await userEvent.click(screen.getByRole("radio", { name: "Moments" }));
  await userEvent.click(screen.getByRole("button", { name: /Races lost/ }));
  expect(screen.queryByRole("button", { name: /Ann was first/ })).toBeNull();
  expect(screen.getByRole("button", { name: /does not fit/ })).toBeTruthy();
});

test("the picture is a slider that tells the step and leads from moment to moment", async () => {
  const shown = show();
  const slider = screen.getByRole("slider");
  expect(slider.getAttribute("aria-valuemax")).toBe("10");
  slider.focus();
  await userEvent.keyboard("{PageUp}");
  expect(shown.number).toBe(2);
  expect(slider.getAttribute("aria-valuetext")).toBe("0:01.4. Step 2");
  await userEvent.keyboard("{PageUp}{ArrowDown}");
  expect(shown.number).toBe(6);
});

test("a mark of the picture leads to its event", async () => {
  const shown = show();
  await userEvent.click(document.querySelector('[data-event="4"]')!);
  expect(shown.number).toBe(4);
});

test("every chance is in a table, too", async () => {
  show();
  await userEvent.click(screen.getByRole("radio", { name: "All chances" }));
  await userEvent.click(screen.getByRole("radio", { name: "Ann" }));
  const [, ...rows] = within(screen.getByRole("table")).getAllByRole("row");
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent!.trim()))).toEqual([
    ["0:01.0", "blue frame, green circle", "1", "900 ms", "taken"],
    ["0:04.0", "green frame, red circle", "1", "900 ms", "taken"],
  ]);
});

test("without times it says so and shows none", () => {
  show(false);
  expect(screen.getByText(/has no times/)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/\d ms/);
});
