/** What people type or paste to join a table: a whole link, its path or the end of it, or the code they were told. */

import { api } from "../net/api";

/** A table, perhaps with an invitation's code; or a code alone, as it was typed. */
export type InvitationTarget = { table: string; invite?: string } | { code: string };

/** Null where there is none in the text. */
export function parseInvitation(text: string): InvitationTarget | null {
  const words = text.trim();
  const link = words.match(/\/t\/([\w-]+)(?:\/([\w-]+))?/) ?? words.match(/^([\w-]{6,32})\/([\w-]{6,32})$/);
  if (link) return link[2] ? { table: link[1], invite: link[2] } : { table: link[1] };
  // A table's id is twice as long as a code.
  if (/^\w{12,32}$/.test(words)) return { table: words };
  // Whatever else is short is taken for a code: the server says what a code looks like.
  return words && words.length <= 32 && !words.includes("/") ? { code: words } : null;
}

/** The path of the table, for ``navigate``. Throws ``Refused`` where no table has the code. */
export async function tableAddress(found: InvitationTarget): Promise<string> {
  const { table, invite } = "code" in found ? await api.invitedTo(found.code) : found;
  return invite ? `/t/${table}/${invite}` : `/t/${table}`;
}

/** A code as it is shown: ``K7M 4PX``. */
export function groupedCode(code: string): string {
  const half = Math.floor(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`;
}

/** A code for a screen reader, which would otherwise read it as a word. */
export const spelledCode = (code: string): string => [...code].join(", ");
