"""A game of a batch, in and out of the kernel's scratch arrays. Batches hold cards by their number, 0 to 65."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.intrinsics import see_slots
from wonderland.sim.kernel.layout import BIT, EMPTY, FRONT, META_PLIES, START, U1


@kernel_function
def code_of(card: Any) -> Any:
    """A card's number as the kernel's colour and value; "no card" stays what it is."""
    # 47/512 is close enough to 1/11 for every card.
    return np.uint8(card if card == EMPTY else card + 5 * ((np.int64(card) * 47) >> 9))


@kernel_function
def number_of(code: Any) -> Any:
    return np.uint8(code if code == EMPTY else code - 5 * (code >> 4))


@kernel_function
def load_masks(slots: Any, front: Any, plies: Any, order: Any, work: Any) -> None:
    """The masks of the cards that have entered the line so far."""
    for slot in range(START + plies):
        order[slot] = code_of(slots[slot])
    see_slots(order, work)
    entered = (U1 << np.uint64(START + plies)) - U1
    for place in range(BIT + 4):
        work[place] &= entered
    for seat in range(len(front)):
        work[FRONT + seat] = front[seat]


@kernel_function
def load(
    game: Any, slots: Any, front: Any, hands: Any, pile: Any, aside: Any, meta: Any,
    order: Any, work: Any, own_hands: Any, own_pile: Any, own_aside: Any, own_meta: Any,
) -> None:  # fmt: skip
    """Copy one game of a batch into scratch arrays."""
    for place in range(len(own_meta)):
        own_meta[place] = meta[game, place]
    load_masks(slots[game], front[game], meta[game, META_PLIES], order, work)
    for seat in range(hands.shape[1]):
        for place in range(hands.shape[2]):
            own_hands[seat * hands.shape[2] + place] = code_of(hands[game, seat, place])
        for place in range(2):
            own_aside[seat * 2 + place] = code_of(aside[game, seat, place])
    for place in range(pile.shape[1]):
        own_pile[place] = code_of(pile[game, place])
