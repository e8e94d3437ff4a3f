/** The order in which a hand is shown. */

import type { ParadeCard } from "../../net/wire";
import type { HandOrder } from "../../app/settings.svelte";
import { COLOURS, colourOf, valueOf } from "./cards";

const HAND_ORDERS: HandOrder[] = ["dealt", "colour", "value"];
export type { HandOrder };

const rank = (card: ParadeCard) => COLOURS.indexOf(colourOf(card));

/** A new list. ``dealt``: as the server tells the hand. */
export function sortedHand(hand: readonly ParadeCard[], order: HandOrder): ParadeCard[] {
  if (order === "colour")
    return hand.toSorted((one, other) => rank(one) - rank(other) || valueOf(one) - valueOf(other));
  if (order === "value") return hand.toSorted((one, other) => valueOf(one) - valueOf(other) || rank(one) - rank(other));
  return [...hand];
}

/** The order after this one, for a button that goes through them. */
export function nextOrder(order: HandOrder): HandOrder {
  return HAND_ORDERS[(HAND_ORDERS.indexOf(order) + 1) % HAND_ORDERS.length];
}
