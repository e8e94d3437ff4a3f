/** What every player at a table may see: a table without what belongs to one seat. */

import { kitOf } from "../games";
import type { AnyExplanation, AnyView } from "../games/kit";
import type { TableView } from "../net/wire";

/** The fields of a view that belong to one seat, as the server names them; null: all of it does. */
export type SecretFields = readonly string[] | null;

/** The same table as somebody who only watches sees it. A game that does not name its secrets shows nothing. */
export function withoutSecrets(table: TableView, secret: SecretFields): TableView {
  return table.view ? ({ ...table, view: viewWithoutSecrets(table.view, secret) } as TableView) : table;
}

export function viewWithoutSecrets<View extends AnyView>(view: View, secret: SecretFields): View | null {
  if (secret === null) return null;
  const emptied = Object.entries(view).map(([field, value]) => [field, secret.includes(field) ? empty(value) : value]);
  return { ...Object.fromEntries(emptied), seat: null } as View;
}

const empty = (value: unknown): unknown => (Array.isArray(value) ? [] : null);

/** Of the explanations, those that every player may read: none, unless the game's kit says which. */
export function explanationWithoutSecrets(game: string, explanation: AnyExplanation | null): AnyExplanation | null {
  return (explanation && kitOf(game)?.publicExplanation?.(explanation)) ?? null;
}
