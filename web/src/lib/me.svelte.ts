/** Who we are to the server: nobody until something needs a name, then a guest or an account. */

import { api, Refused } from "./api";
import type { Me } from "./wire";

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
  remember(person);
  asking = Promise.resolve(person);
  return person;
}

const KEY = "wonderland-name";

/** Who was here last, before the server has said so: the first page is drawn for them at once. */
export function lastName(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(person: Me | null): void {
  try {
    if (person) localStorage.setItem(KEY, person.name);
    else localStorage.removeItem(KEY);
  } catch {
    // Then everybody is greeted as if for the first time.
  }
}
