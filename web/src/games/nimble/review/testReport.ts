/** The report of a small round, for tests: Python wrote it (tests/web/rhythm_report.py). */

import type { NimbleReport } from "./report";
import data from "./testReport.json";

/** Without times, every duration is null as well. */
export function sampleReport({ timed = true } = {}): NimbleReport {
  const text = JSON.stringify(data, (key, value) => (!timed && /(^|_)ms$/.test(key) ? null : value));
  const report = JSON.parse(text) as NimbleReport;
  return timed ? report : { ...report, timed, untimed: "absent" };
}
