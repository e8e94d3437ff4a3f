/** How long a move may take. */

import type { TimeLimit } from "../../lib/wire";
import { m } from "../../messages";

export const PACES: TimeLimit[] = [
  { unit: "none", amount: 0 },
  { unit: "seconds", amount: 30 },
  { unit: "seconds", amount: 90 },
  { unit: "days", amount: 1 },
  { unit: "days", amount: 3 },
];

export function paceName({ unit, amount }: TimeLimit): string {
  if (unit === "none") return m.friends_pace_none();
  return unit === "seconds" ? m.friends_pace_seconds({ count: amount }) : m.friends_pace_days({ count: amount });
}

export const paceHints: Record<TimeLimit["unit"], () => string> = {
  none: m.friends_pace_none_about,
  seconds: m.friends_pace_seconds_about,
  days: m.friends_pace_days_about,
};
