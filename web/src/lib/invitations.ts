/** What people type or paste to join a table: a whole link, its path, or just the table's code. */

/** The address of the table, for ``go``; null where there is none in the text. */
export function tableAddress(text: string): string | null {
  const words = text.trim();
  const link = words.match(/\/t\/([\w-]+)(?:\/([\w-]+))?/);
  if (link) return address(link[1], link[2]);
  const code = words.match(/^([\w-]{6,32})(?:\/([\w-]{6,64}))?$/);
  return code ? address(code[1], code[2]) : null;
}

function address(table: string, invite: string | undefined): string {
  return invite ? `/t/${table}/${invite}` : `/t/${table}`;
}
