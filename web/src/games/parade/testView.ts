/** For tests: a table of Parade at its first turn, as Ann sees it. */

import type { ParadeView } from "../../net/wire";

export const PLAYERS = ["Ann", "Bob", "Cat"];

export function testView(changes: Partial<ParadeView> = {}): ParadeView {
  return {
    players: PLAYERS,
    seat: 0,
    first: 0,
    turn: 0,
    hand: ["R3", "B7"],
    start: ["V6", "R2"],
    parade: ["V6", "R2"],
    front: [[], [], []],
    hand_sizes: [5, 5, 5],
    pile: 20,
    last_round: null,
    trigger: null,
    phase: "play",
    history: [],
    chosen: [false, false, false],
    discard: null,
    ...changes,
  };
}
