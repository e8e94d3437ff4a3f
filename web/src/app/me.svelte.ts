/** The current person: none until something needs one, then a guest or an account. */

import { api, Refused } from "../net/api";
import { onStoredChange, writeStored, readStoredObject } from "./storage";
import type { Me } from "../net/wire";

const STORAGE_KEY = "wonderland-me";

export const me: { person: Me | null; known: boolean } = $state({ person: null, known: false });

let request: Promise<Me | null> | null = null;

/** The person who is signed in, or null. Asked once. */
export function currentPerson(): Promise<Me | null> {
  request ??= api
    .me()
    .then((person) => setPerson(person ?? null))
    .catch((error) => {
      request = null;
      if (error instanceof Refused && error.kind === "not_signed_in") return setPerson(null);
      throw error;
    });
  return request;
}

/** The person who is signed in; creates a guest if there is none. */
export async function ensurePerson(name?: string): Promise<Me> {
  return (await currentPerson()) ?? setPerson(await api.guest(name))!;
}

/** The person who is signed in, called by this name from now on; creates a guest if there is none. */
export async function ensureNamed(name: string): Promise<Me> {
  const wanted = name.trim();
  const person = await ensurePerson(wanted || undefined);
  return wanted && person.name !== wanted ? setPerson(await api.rename(wanted))! : person;
}

/** Sets the current person, after logging in or out or renaming. */
export function setPerson(person: Me | null): Me | null {
  me.person = person;
  me.known = true;
  writeStored(STORAGE_KEY, person && { id: person.id, name: person.name });
  request = Promise.resolve(person);
  return person;
}

/** The name of the last person on this device, so that the first page can greet them before the server answers. */
export function lastKnownName(): string | null {
  const { name } = readStoredObject(STORAGE_KEY);
  return typeof name === "string" ? name : null;
}

// Tabs share the session cookie: a login, logout or rename in another tab applies here, too.
onStoredChange(STORAGE_KEY, () => {
  if (!me.known) return;
  request = null;
  currentPerson().catch(() => null);
});
