/** Dates, numbers and lists in the reader's language. */

import { m } from "../messages";
import { settings } from "./settings.svelte";

/** The reader's regional variant of the language, where the browser names one: en-GB formats dates unlike en-US. */
function locale(): string {
  const { language } = settings;
  return navigator.languages?.find((one) => `${one}-`.startsWith(`${language}-`)) ?? language;
}

const at = (options: Intl.DateTimeFormatOptions) => (time: number) =>
  new Intl.DateTimeFormat(locale(), options).format(time);

/** 15 November 2026 */
export const formatDate = at({ day: "numeric", month: "long", year: "numeric" });

/** 15 Nov 2026, 18:05 */
export const formatDateTime = at({
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** 18:05 */
export const formatTime = at({ hour: "2-digit", minute: "2-digit" });

/** Tue 18:05 */
export const formatWeekdayTime = at({ weekday: "short", hour: "2-digit", minute: "2-digit" });

/** Tuesday 18:05 */
const formatDayAndTime = at({ weekday: "long", hour: "2-digit", minute: "2-digit" });
/** Tuesday 24 November */
const formatDay = at({ weekday: "long", day: "numeric", month: "long" });

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/** 5 hours left; until Tuesday 18:05, where it is more than a day */
export function timeLeft(deadline: number, now: number): string {
  const left = deadline - now;
  if (left < MINUTE_MS) return m.web_time_short();
  if (left >= 6 * DAY_MS) return m.web_until({ when: formatDay(deadline) });
  if (left >= DAY_MS) return m.web_until({ when: formatDayAndTime(deadline) });
  const [value, unit] = left < HOUR_MS ? [left / MINUTE_MS, "minute"] : [left / HOUR_MS, "hour"];
  const format = new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "long" });
  return m.web_time_left({ time: format.format(Math.floor(value)) });
}

export function formatNumber(value: number, digits = 0): string {
  return withMinus(new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(unsigned(value, digits)));
}

export function formatPercent(share: number, digits = 0): string {
  const options = { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return withMinus(new Intl.NumberFormat(locale(), options).format(unsigned(share, digits + 2)));
}

/** A zero has no sign, also where it is made by rounding. */
const unsigned = (value: number, digits: number) => (Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value);

/** The sign of print, as wide as a plus. */
const withMinus = (text: string) => text.replace("-", "−");

/** +3 %, −3 % */
export function formatChange(share: number, digits = 0): string {
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const options = { style: "percent", signDisplay: "exceptZero", ...places } as const;
  return withMinus(new Intl.NumberFormat(locale(), options).format(share));
}

/** 26h, 3d: as short as it can be said */
export function formatDuration(value: number, unit: "hour" | "day"): string {
  return new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "narrow" }).format(value);
}

/** 3 hours ago */
export function timeAgo(time: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const minutes = Math.round((time - now) / 60_000);
  if (minutes >= 0) return m.web_just_now();
  if (minutes > -60) return format.format(minutes, "minute");
  const hours = Math.round(minutes / 60);
  if (hours > -24) return format.format(hours, "hour");
  return format.format(Math.round(hours / 24), "day");
}

/** Ann, Ben and Carla */
export function formatList(list: string[]): string {
  return new Intl.ListFormat(locale(), { type: "conjunction" }).format(list);
}

/** The name of a language in that language. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** Server messages also follow a file name in the terminal; alone they need a capital letter and a full stop. */
export function asSentence(text: string): string {
  const [first = "", ...rest] = text;
  return first.toLocaleUpperCase() + rest.join("") + (/[\p{L}\p{N})»”"]$/u.test(text) ? "." : "");
}
