/** What a table has agreed on, in words. */

import type { TableView, TimeLimit } from "../lib/wire";
import { m } from "../messages";

export function agreed(face: TableView): string[] {
  if (face.game === "parade") return [paceText(face.time_limit)];
  const { errors, assist, challenge } = face.options;
  return [
    m.room_pace_live(),
    assist ? m.room_assist() : errors === "out" ? m.room_errors_out() : m.room_errors_fewest(),
    ...(challenge ? [m.room_challenge()] : []),
  ];
}

function paceText({ unit, amount }: TimeLimit): string {
  if (unit === "days") return m.room_pace_days({ count: amount });
  if (unit === "none") return m.room_pace_none();
  return amount % 60 ? m.room_pace_seconds({ count: amount }) : m.room_pace_minutes({ count: amount / 60 });
}
