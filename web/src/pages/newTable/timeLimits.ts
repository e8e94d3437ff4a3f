/** How long a move may take. */

import type { Pace } from "../../net/wire";
import { m } from "../../messages";

export const TIME_LIMITS: Pace[] = [
  { kind: "none", limit: 0 },
  { kind: "seconds", limit: 30 },
  { kind: "seconds", limit: 90 },
  { kind: "days", limit: 1 },
  { kind: "days", limit: 3 },
];

export function timeLimitName({ kind, limit }: Pace): string {
  if (kind === "none") return m.friends_time_limit_none();
  return kind === "seconds"
    ? m.friends_time_limit_seconds({ count: limit })
    : m.friends_time_limit_days({ count: limit });
}

export const timeLimitHints: Record<Pace["kind"], () => string> = {
  none: m.friends_time_limit_none_about,
  seconds: m.friends_time_limit_seconds_about,
  days: m.friends_time_limit_days_about,
};
