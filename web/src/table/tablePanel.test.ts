import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { settings } from "../app/settings.svelte";
import type { ChatInbox } from "./chatInbox.svelte";
import type { LiveTable } from "./liveTable.svelte";
import type { LoggedMove, MoveLog } from "./moveLog.svelte";
import PanelButton from "./PanelButton.svelte";
import { TablePanelState } from "./panelState.svelte";
import TablePanel from "./TablePanel.svelte";
import WhileAway from "./WhileAway.svelte";

const NAMES = ["Ann", "Bob"];
const { language } = settings;
beforeEach(() => (settings.language = "en"));
afterEach(() => (settings.language = language));

const move = (number: number, bot: string | null = null): LoggedMove => ({
  number,
  seat: (number + 1) % 2,
  bot,
  sentence: (names, you) =>
    `${(number + 1) % 2 === you ? "You play" : `${names[(number + 1) % 2]} plays`} card ${number}.`,
});
const log = (moves: LoggedMove[], since: number | null = null, unread = 0) =>
  ({
    moves,
    since,
    unread,
    loaded: true,
    open: () => undefined,
    botMoves: (mine: number[]) => moves.filter(({ seat, bot }) => bot && mine.includes(seat)),
  }) as unknown as MoveLog;
const live = { table: { number: 1, seats: [] }, chat: [], muted: [] } as unknown as LiveTable;
const inbox = { lines: [], unread: 2, offered: true } as unknown as ChatInbox;

test("moves are listed from the first, with a line where one went away and the bot's move marked", () => {
  const panel = new TablePanelState();
  panel.show("moves");
  render(TablePanel, {
    live,
    inbox,
    panel,
    log: log([move(1), move(2), move(3, "hatter")], 1),
    names: NAMES,
    mine: [0],
  });
  const items = within(screen.getByRole("list", { name: "Moves" })).getAllByRole("listitem");
  expect(items.map((item) => item.textContent?.trim())).toEqual([
    "You play card 1.",
    "Since you were here",
    "Bob plays card 2.",
    "Mad Hatter (for you) plays card 3.",
  ]);
  expect(screen.getByRole("tab", { name: /Chat/ }).textContent).toMatch(/Chat\s+2/);
});

test("the focus goes into the panel, from tab to tab, and back to the button", async () => {
  const user = userEvent.setup();
  const panel = new TablePanelState();
  const given = log([move(1)], 0, 1);
  render(PanelButton, { log: given, panel });
  await user.click(screen.getByRole("button", { name: "One move since you were here: show it" }));
  const shown = render(TablePanel, { live, inbox, panel, log: given, names: NAMES, mine: [0] });
  await tick();
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Moves 1" }));
  await user.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: /Chat/ }));
  expect(screen.getByRole("tabpanel").textContent).toContain("Nobody has said anything yet.");
  await user.keyboard("{Escape}");
  shown.unmount();
  await tick();
  expect(panel.tab).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /move/ }));
});

test("who comes back reads what the bot played, until they have read it", async () => {
  const user = userEvent.setup();
  const panel = new TablePanelState();
  const given = { log: log([move(1), move(2), move(3, "hatter")], 1), panel, names: NAMES, mine: [0], played: false };
  const { rerender } = render(WhileAway, given);
  const notice = screen.getByRole("complementary", { name: "While you were away, a bot played for you." });
  expect(notice.textContent).toContain("Mad Hatter plays card 3.");
  await user.click(screen.getByRole("button", { name: "See all the moves" }));
  expect(panel.tab).toBe("moves");
  expect(screen.queryByRole("complementary")).toBeNull();
  // The bot has played once more.
  await rerender({ ...given, log: log([move(3, "hatter"), move(5, "hatter")]) });
  expect(screen.getByRole("complementary").textContent).toContain("Mad Hatter plays card 5.");
  await user.click(screen.getByRole("button", { name: "Close this notice" }));
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("nothing is said while the bot still plays: the table says that itself", () => {
  render(WhileAway, {
    log: log([move(3, "hatter")]),
    panel: new TablePanelState(),
    names: NAMES,
    mine: [0],
    played: true,
  });
  expect(screen.queryByRole("complementary")).toBeNull();
});
