/** Who we are to the server: nobody until something needs a name, then a guest or an account. */

import { api, Refused } from "../net/api";
import { onStoredChange, writeStored, readStoredObject } from "./storage";
import type { Me } from "../net/wire";

const KEY = "wonderland-me";

export const me: { person: Me | null; known: boolean } = $state({ person: null, known: false });

let asking: Promise<Me | null> | null = null;

/** Whoever we are already; null for nobody. Asked once. */
export function currentPerson(): Promise<Me | null> {
  asking ??= api
    .me()
    .then((person) => setPerson(person ?? null))
    .catch((error) => {
      asking = null;
      if (error instanceof Refused && error.kind === "nobody") return setPerson(null);
      throw error;
    });
  return asking;
}

/** Somebody: a guest is made where there is nobody yet. */
export async function ensurePerson(name?: string): Promise<Me> {
  return (await currentPerson()) ?? setPerson(await api.guest(name))!;
}

/** From now on we are this person (after logging in or out, or taking another name). */
export function setPerson(person: Me | null): Me | null {
  me.person = person;
  me.known = true;
  writeStored(KEY, person && { id: person.id, name: person.name });
  asking = Promise.resolve(person);
  return person;
}

/** Who was here last, before the server has said so: the first page is drawn for them at once. */
export function lastKnownName(): string | null {
  const { name } = readStoredObject(KEY);
  return typeof name === "string" ? name : null;
}

// In another tab somebody has logged in or out, or taken another name: here too, for the tabs share a cookie.
onStoredChange(KEY, () => {
  if (!me.known) return;
  asking = null;
  currentPerson().catch(() => null);
});
