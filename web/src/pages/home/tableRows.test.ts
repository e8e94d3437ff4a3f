import { beforeEach, expect, it } from "vitest";
import { changeSetting } from "../../app/settings.svelte";
import { timeLeft } from "../../app/format";
import type { TableSummary } from "../../net/wire";
import { toDo, deadlineText, distinction, doing, orderedTables, otherNames } from "./tableRows";

const seated = (...names: (string | null)[]) => names.map((name) => (name ? { name, bot: null, person: null } : null));
const table = (id: string, change: Partial<TableSummary> = {}) =>
  ({
    id,
    game: "parade",
    phase: "playing",
    seats: seated("Ann", "Bob"),
    at: 0,
    waiting_for_you: false,
    mine: [0],
    waiting: [1],
    deadline: null,
    number: 1,
    begins: 0,
    ...change,
  }) as TableSummary;
const ids = (tables: TableSummary[]) => tables.map(({ id }) => id).join("");

beforeEach(() => changeSetting("language", "en"));

it("shows those that wait for the person first, then by date, and none that are over", () => {
  const all = [
    table("a", { at: 1 }),
    table("b", { phase: "set_aside", at: 9 }),
    table("c", { waiting_for_you: true }),
    table("d", { at: 2 }),
    table("e", { phase: "over" }),
  ];
  expect(ids(orderedTables(all))).toBe("cdab");
});

it("moves no row that somebody is about to press, and adds new ones below", () => {
  const all = [table("a"), table("b", { waiting_for_you: true }), table("new", { waiting_for_you: true })];
  expect(ids(orderedTables(all, ["a", "b"]))).toBe("abnew");
});

it("names the others, not oneself", () => {
  expect(otherNames(table("a"))).toBe("Bob");
  expect(otherNames(table("a", { seats: seated("Ann", null) }))).toBe("Nobody else yet");
  expect(otherNames(table("a", { mine: [0, 1] }))).toBe("Ann and Bob");
});

it("says for whom a table waits", () => {
  expect(doing(table("a"))).toBe("Waiting for Bob");
  expect(doing(table("a", { waiting: [] }))).toBe("The game is going on");
  expect(doing(table("a", { phase: "gathering", waiting: [] }))).toBe("Still waiting for players");
  expect(doing(table("a", { phase: "gathering" }))).toBe("Waiting for Bob");
  expect(toDo(table("a"))).toBe("It is your turn");
  expect(toDo(table("a", { phase: "gathering" }))).toBe("Are you ready?");
});

it("tells tables with the same people apart", () => {
  const [one, two, other] = [table("a", { number: 2 }), table("b"), table("c", { seats: seated("Ann", "Eve") })];
  const all = [one, two, other];
  expect(distinction(one, all)).toMatch(/^game 2, began \w+,? /);
  expect(distinction(two, all)).toMatch(/^began \w+/);
  expect(distinction(other, all)).toBe("");
});

it("says how long there is, or until when", () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  const now = new Date(2026, 10, 16, 9, 30).getTime();
  expect(deadlineText(table("a"), now)).toBe("");
  expect(timeLeft(now + 30_000, now)).toBe("less than a minute left");
  expect(timeLeft(now + 12.5 * minute, now)).toBe("12 minutes left");
  expect(timeLeft(now + 5.9 * hour, now)).toBe("5 hours left");
  expect(timeLeft(now + 1.5 * day, now)).toMatch(/^until Tuesday.*(9:30 PM|21:30)$/);
  expect(timeLeft(now + 20 * day, now)).toMatch(/^until Sunday.*6/);
  changeSetting("language", "fr");
  expect(timeLeft(now + 5.9 * hour, now)).toMatch(/^encore 5\sheures$/);
  expect(timeLeft(now + 1.5 * day, now)).toMatch(/^jusqu’à mardi/);
});
