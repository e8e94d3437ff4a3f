import { render, screen, within } from "@testing-library/svelte";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Refused } from "../../net/api";
import type { Player } from "../../table/player";
import PlainTable from "./PlainTable.svelte";

const player = (name: string): Player => ({
  name,
  bot: null,
  left: null,
  here: true,
  deadline: null,
  mine: name === "Ann",
});
const seats = ["Ann", "Bob", "Cleo"].map(player);
const plain = { text: "hand: A K", actions: ["play A", "play K"].map((action) => ({ action, label: action })) };

test("the view is text, and every legal action a button", async () => {
  const act = vi.fn(async () => {});
  render(PlainTable, { plain, seats, act, standings: null });
  expect(screen.getByText("hand: A K")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "play K" }));
  expect(act).toHaveBeenCalledExactlyOnceWith("play K");
});

test("what the server refuses is said where it was tried", async () => {
  const act = () => Promise.reject(new Refused({ kind: "not_allowed", key: "no", text: "Follow suit." }));
  render(PlainTable, { plain, seats, act, standings: null });
  await userEvent.click(screen.getByRole("button", { name: "play A" }));
  expect(await screen.findByText("Follow suit.")).toBeTruthy();
});

test("a spectator sees the text alone", () => {
  render(PlainTable, { plain: { ...plain, actions: [] }, seats, standings: null });
  expect(screen.getByText("hand: A K")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("on a shared device nothing but the names is shown between two turns", () => {
  const { container } = render(PlainTable, { plain: null, seats, act: async () => {}, standings: null });
  expect(container.textContent.trim()).toBe(seats.map(({ name }) => name).join(""));
});

test("the result is ordered by places, which may be shared", () => {
  const standings = [
    { place: 3, score: 1, second: 0 },
    { place: 1, score: 4, second: 0 },
    { place: 1, score: 4, second: 0 },
  ];
  render(PlainTable, { plain, seats, standings });
  const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
  const cells = rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()));
  expect(cells).toEqual([
    ["1", "Bob", "4"],
    ["1", "Cleo", "4"],
    ["3", "Ann (you)", "1"],
  ]);
});
