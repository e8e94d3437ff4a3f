/** A small report of a game of two, for tests: two turns each, one of them an error, and one last choice. */

import type { ParadeReport, ReviewedMove } from "./report";

function move(move: ReviewedMove["move"], win: number, mover: number, right: boolean): ReviewedMove {
  const shares = mover === 0 ? [win, 1 - win] : [1 - win, win];
  return { move, win, win_se: 0.004, points: 20, shares, behind_se: 0.005, right };
}

const NOTHING = { why: "", reasons: [], best_reasons: [], unseen: {} };

export const REPORT: ParadeReport = {
  game: "parade",
  players: ["Ann", "Bob"],
  evaluator: "test",
  seed: 1,
  budget: { worlds: 10 },
  fair: 0.5,
  result: [1, 0],
  decisions: [
    {
      ...NOTHING,
      ply: 1,
      seat: 0,
      played: "R3",
      moves: [move("B7", 0.56, 0, true), move("G1", 0.555, 0, true), move("R3", 0.5, 0, false)],
      error: 0.06,
      error_se: 0.01,
      mark: "blunder",
      why: "R3: takes B2. Better B7: takes nothing.",
      reasons: [{ key: "why_takes_free", values: { cards: ["B2", "O0"] } }],
      best_reasons: [{ key: "why_nothing", values: {} }],
      stage: "opening",
      unseen: { S4: [0, 0.25], S5: [0, 0.5] },
    },
    {
      ...NOTHING,
      ply: 2,
      seat: 1,
      played: "V2",
      moves: [move("V9", 0.42, 1, true), move("V2", 0.41, 1, true)],
      error: 0.01,
      error_se: 0.01,
      mark: null,
      stage: "middle",
    },
    {
      ...NOTHING,
      ply: 3,
      seat: 1,
      played: ["B0", "R1"],
      moves: [move(["G2", "R1"], 0.3, 1, true), move(["B0", "R1"], 0.26, 1, false)],
      error: 0.04,
      error_se: 0.01,
      mark: "mistake",
      stage: "last_choice",
    },
  ],
  chances: [
    { ply: 0, at: "deal", shares: [0.52, 0.48] },
    { ply: 1, at: "move", shares: [0.5, 0.5] },
    { ply: 1, at: "draw", shares: [0.6, 0.4] },
    { ply: 2, at: "move", shares: [0.58, 0.42] },
    { ply: 3, at: "end", shares: [1, 0] },
  ],
  luck: [
    // hidden: (0.5 − 0.52 + 0.06) + (0.58 − 0.6 − 0.01) + (1 − 0.58 − 0.04)
    { deal: 0.02, draws: 0.1, hidden: 0.39, own_errors: 0.06, others_errors: 0.05, adjusted: 0.49 },
    { deal: -0.02, draws: -0.1, hidden: -0.39, own_errors: 0.05, others_errors: 0.06, adjusted: 0.51 },
  ],
  play: [],
};
