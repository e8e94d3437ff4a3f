import { expect, it } from "vitest";
import type { SeatView, TableView } from "../net/wire";
import { tableSound } from "./tableSounds";

const seat = (person: string | null, left: SeatView["left"] = null) =>
  ({ kind: person ? "person" : "open", person, left }) as SeatView;
const table = (phase: TableView["phase"], ...seats: SeatView[]) =>
  ({ phase, number: 1, seats }) as unknown as TableView;

const ANN = seat("ann");

it.each([
  ["the game begins", table("gathering", ANN, seat("bob")), table("playing", ANN, seat("bob")), "begin"],
  ["somebody sits down", table("gathering", ANN, seat(null)), table("gathering", ANN, seat("bob")), "sit"],
  ["somebody leaves", table("gathering", ANN, seat("bob")), table("gathering", ANN, seat(null)), "away"],
  ["somebody is ready", table("over", ANN, seat("bob")), table("over", ANN, { ...seat("bob"), ready: true }), "sit"],
  ["a bot plays on", table("playing", ANN, seat("bob")), table("playing", ANN, seat("bob", "late")), "away"],
  ["one sits down oneself", table("gathering", seat(null)), table("gathering", ANN), null],
  ["nothing happens", table("playing", ANN), table("playing", ANN), null],
])("is heard when %s", (_, before, after, sound) => expect(tableSound(before, after, "ann")).toBe(sound));
