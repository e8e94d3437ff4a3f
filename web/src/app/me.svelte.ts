/** Who we are to the server: nobody until something needs a name, then a guest or an account. */

import { api, Refused } from "../net/api";
import { onStored, store, storedObject } from "./storage";
import type { Me } from "../net/wire";

const KEY = "wonderland-me";

export const me: { person: Me | null; known: boolean } = $state({ person: null, known: false });

let asking: Promise<Me | null> | null = null;

/** Whoever we are already; null for nobody. Asked once. */
export function whoAmI(): Promise<Me | null> {
  asking ??= api
    .me()
    .then((person) => become(person ?? null))
    .catch((error) => {
      asking = null;
      if (error instanceof Refused && error.kind === "nobody") return become(null);
      throw error;
    });
  return asking;
}

/** Somebody: a guest is made where there is nobody yet. */
export async function somebody(name?: string): Promise<Me> {
  return (await whoAmI()) ?? become(await api.guest(name))!;
}

/** From now on we are this person (after logging in or out, or taking another name). */
export function become(person: Me | null): Me | null {
  me.person = person;
  me.known = true;
  store(KEY, person && { id: person.id, name: person.name });
  asking = Promise.resolve(person);
  return person;
}

/** Who was here last, before the server has said so: the first page is drawn for them at once. */
export function lastName(): string | null {
  const { name } = storedObject(KEY);
  return typeof name === "string" ? name : null;
}

// In another tab somebody has logged in or out, or taken another name: here too, for the tabs share a cookie.
onStored(KEY, () => {
  if (!me.known) return;
  asking = null;
  whoAmI().catch(() => null);
});
