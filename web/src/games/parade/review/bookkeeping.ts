/** Luck and errors step by step, as docs/formats.md defines them: their sums are those of the report. */

import type { Chance, Decision, ParadeReport } from "./report";

/** A point of the curve: its place in steps, and everybody's chances. */
export interface CurvePoint {
  /** A step lies between two whole numbers: the move in its middle, where a card is drawn afterwards. */
  at: number;
  shares: readonly number[];
}

/** What one step did to a seat's chances. */
export interface StepLuck {
  ply: number;
  draw: number;
  hidden: number;
  own: number;
  others: number;
}

export function pointsOf(chances: readonly Chance[]): CurvePoint[] {
  const inPly = new Map<number, number>();
  for (const { ply } of chances) inPly.set(ply, (inPly.get(ply) ?? 0) + 1);
  const seen = new Map<number, number>();
  return chances.map(({ ply, shares }) => {
    const place = (seen.get(ply) ?? 0) + 1;
    seen.set(ply, place);
    return { at: ply ? ply - 1 + place / inPly.get(ply)! : 0, shares };
  });
}

/** What was expected of the move played less what was expected of the best, for every seat. */
export function lostBy(decision: Decision): number[] {
  const best = decision.moves[0];
  const played = playedMove(decision);
  return best.shares.map((share, seat) => (played?.shares[seat] ?? share) - share);
}

export function playedMove({ moves, played }: Decision) {
  return moves.find(({ move }) => String(move) === String(played)) ?? null;
}

/** For one seat, in order of the game. */
export function luckBySteps({ chances, decisions }: ParadeReport, seat: number): StepLuck[] {
  const byPly = new Map(decisions.map((decision) => [decision.ply, decision]));
  const steps: StepLuck[] = [];
  let before = chances[0]?.shares[seat] ?? 0;
  for (let place = 1; place < chances.length;) {
    const { ply } = chances[place];
    const [moved, ...drawn] = chances.slice(place).filter((one) => one.ply === ply);
    place += 1 + drawn.length;
    const after = drawn.at(-1)?.shares[seat] ?? moved.shares[seat];
    const decision = byPly.get(ply);
    const lost = decision ? lostBy(decision)[seat] : 0;
    const own = decision?.seat === seat;
    steps.push({
      ply,
      draw: after - moved.shares[seat],
      hidden: moved.shares[seat] - before - lost,
      own: own ? lost : 0,
      others: own ? 0 : lost,
    });
    before = after;
  }
  return steps;
}

/** A part of the way from the fair share to the result. */
export interface Part {
  kind: "deal" | "draws" | "hidden" | "own_errors" | "others_errors";
  /** What it added, of either sign. */
  by: number;
  from: number;
  to: number;
}

/** From the fair share to the result, one part after the other. */
export function partsOf({ fair, luck }: ParadeReport, seat: number): Part[] {
  const { deal, draws, hidden, own_errors, others_errors } = luck[seat];
  const all: [Part["kind"], number][] = [
    ["deal", deal],
    ["draws", draws],
    ["hidden", hidden],
    ["own_errors", -own_errors],
    ["others_errors", others_errors],
  ];
  let at = fair;
  return all.map(([kind, by]) => ({ kind, by, from: at, to: (at += by) }));
}
