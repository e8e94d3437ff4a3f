/** The stacked curve of everybody's chances, as paths. */

import type { CurvePoint } from "./bookkeeping";

export interface Scale {
  x: (at: number) => number;
  /** From the bottom: nothing, to the top: the whole win. */
  y: (share: number) => number;
}

export interface Band {
  seat: number;
  path: string;
  /** Its upper edge. */
  edge: string;
  /** Where its name has most room. */
  label: { x: number; y: number; room: number };
}

const at = (value: number) => value.toFixed(1);

/** One band a seat, the first of ``order`` at the bottom. */
export function bands(moments: readonly CurvePoint[], order: readonly number[], { x, y }: Scale): Band[] {
  const below = moments.map(() => 0);
  return order.map((seat) => {
    const low = [...below];
    moments.forEach((moment, place) => (below[place] += moment.shares[seat]));
    const high = [...below];
    const up = moments.map((moment, place) => `${at(x(moment.at))} ${at(y(high[place]))}`);
    const down = moments.map((moment, place) => `${at(x(moment.at))} ${at(y(low[place]))}`).reverse();
    return {
      seat,
      path: `M${up.join("L")}L${down.join("L")}z`,
      edge: `M${up.join("L")}`,
      label: labelAt(moments, low, high, { x, y }),
    };
  });
}

/** How far from a moment its name reaches, in steps: there, too, the band must be high. */
const REACH = 5;

function labelAt(moments: readonly CurvePoint[], low: number[], high: number[], { x, y }: Scale): Band["label"] {
  const last = moments.at(-1)?.at ?? 0;
  let best = { room: -1, x: 0, y: 0 };
  for (const { at: middle } of moments) {
    if (middle < Math.min(REACH, last / 2) || middle > last - Math.min(REACH, last / 2)) continue;
    const near = [...moments.keys()].filter((place) => Math.abs(moments[place].at - middle) <= REACH);
    const floor = Math.max(...near.map((place) => low[place]));
    const ceiling = Math.min(...near.map((place) => high[place]));
    const room = y(floor) - y(ceiling);
    if (room > best.room) best = { room, x: x(middle), y: y((floor + ceiling) / 2) };
  }
  return best;
}

/** The chances at a step. */
export function sharesAt(moments: readonly CurvePoint[], number: number): readonly number[] {
  return (moments.findLast((moment) => moment.at <= number + 1e-9) ?? moments[0]).shares;
}
