/** What people type or paste to join a table: a whole link, its path or the end of it, or just the table's code. */

import { api, Refused } from "../net/api";

/** A table, perhaps with an invitation's code; or a code alone, which may be of either kind. */
export type InvitationTarget = { table: string; invite?: string } | { code: string };

/** Null where there is none in the text. */
export function parseInvitation(text: string): InvitationTarget | null {
  const words = text.trim();
  const link = words.match(/\/t\/([\w-]+)(?:\/([\w-]+))?/) ?? words.match(/^([\w-]{6,32})\/([\w-]{6,32})$/);
  if (link) return link[2] ? { table: link[1], invite: link[2] } : { table: link[1] };
  const code = words.match(/^[\w-]{6,32}$/);
  return code && { code: code[0] };
}

/** The path of the table, for ``navigate``. Throws ``Refused`` where no table has the code. */
export async function tableAddress(found: InvitationTarget): Promise<string> {
  const { table, invite } = "code" in found ? await byCode(found.code) : found;
  return invite ? `/t/${table}/${invite}` : `/t/${table}`;
}

async function byCode(code: string): Promise<{ table: string; invite?: string }> {
  try {
    const { table } = await api.invitedTo(code);
    return { table, invite: code };
  } catch (unknown) {
    if (!(unknown instanceof Refused) || unknown.kind !== "unknown") throw unknown;
    // It may be the table's own code. Where there is no such table either, the invitation's refusal is thrown.
    const known = await api.table(code).catch((error: Refused) => {
      throw error.kind === "unknown" ? unknown : error;
    });
    return { table: known.id };
  }
}
