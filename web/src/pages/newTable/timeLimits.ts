/** How long a move may take. */

import type { TimeLimit } from "../../net/wire";
import { m } from "../../messages";

export const TIME_LIMITS: TimeLimit[] = [
  { unit: "none", amount: 0 },
  { unit: "seconds", amount: 30 },
  { unit: "seconds", amount: 90 },
  { unit: "days", amount: 1 },
  { unit: "days", amount: 3 },
];

export function timeLimitName({ unit, amount }: TimeLimit): string {
  if (unit === "none") return m.friends_time_limit_none();
  return unit === "seconds"
    ? m.friends_time_limit_seconds({ count: amount })
    : m.friends_time_limit_days({ count: amount });
}

export const timeLimitHints: Record<TimeLimit["unit"], () => string> = {
  none: m.friends_time_limit_none_about,
  seconds: m.friends_time_limit_seconds_about,
  days: m.friends_time_limit_days_about,
};
