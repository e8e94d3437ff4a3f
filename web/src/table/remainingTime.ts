/** Time left, as short as it can be said: 45, 3:05, 26h, 3d. */

import { formatDuration } from "../app/format";

export function remaining(seconds: number): string {
  if (seconds < 60) return `${seconds}`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (seconds < 48 * 3600) return formatDuration(Math.floor(seconds / 3600), "hour");
  return formatDuration(Math.floor(seconds / 86400), "day");
}
