/** What a table has agreed on, in words. */

import type { Face, Pace } from "../net/wire";
import { m } from "../messages";

export function optionTexts(face: Face): string[] {
  if (face.game === "parade") return [paceText(face.pace)];
  const { errors, assist, challenge } = face.options;
  return [
    m.room_pace_live(),
    assist ? m.room_assist() : errors === "out" ? m.room_errors_out() : m.room_errors_fewest(),
    ...(challenge ? [m.room_challenge()] : []),
  ];
}

function paceText({ kind, limit }: Pace): string {
  if (kind === "days") return m.room_pace_days({ count: limit });
  if (kind === "none") return m.room_pace_none();
  return limit % 60 ? m.room_pace_seconds({ count: limit }) : m.room_pace_minutes({ count: limit / 60 });
}
