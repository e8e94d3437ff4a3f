/** A name out of the story, for whoever does not care to think of one. */

import { m } from "../messages";

export function suggestedName(): string {
  const names = m.person_given_names().split(", ");
  return names[Math.floor(Math.random() * names.length)];
}
