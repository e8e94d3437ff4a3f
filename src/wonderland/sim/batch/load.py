"""One game of a batch in the kernel's scratch arrays. Batches hold cards by their number, 0 to 65."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.intrinsics import build_masks
from wonderland.sim.kernel.layout import (
    FRONT_MASKS,
    LINE_START,
    META_PLIES,
    NO_CARD,
    U1,
    VALUE_BIT_MASKS,
)  # fmt: skip


class Rows(NamedTuple):
    """The arrays of a batch, a row a game; :class:`~wonderland.sim.batch.batch.Batch` says what they hold.

    Entry points are handed them as a plain tuple, whose type numba finds much faster than a named one's.
    """

    slots: Any
    line: Any
    front: Any
    hands: Any
    pile: Any
    aside: Any
    meta: Any


@kernel_function
def code_of(card: Any) -> Any:
    """A card's number as the kernel's colour and value; "no card" stays what it is."""
    # 47/512 is close enough to 1/11 for every card.
    return np.uint8(card if card == NO_CARD else card + 5 * ((np.int64(card) * 47) >> 9))


@kernel_function
def number_of(code: Any) -> Any:
    """The kernel's colour and value as a card's number."""
    return np.uint8(code if code == NO_CARD else code - 5 * (code >> 4))


@kernel_function
def load_masks(slots: Any, front: Any, plies: Any, order: Any, masks: Any) -> None:
    """The masks of the cards that have entered the line so far."""
    for slot in range(LINE_START + plies):
        order[slot] = code_of(slots[slot])
    build_masks(order, masks)
    entered = (U1 << np.uint64(LINE_START + plies)) - U1
    for place in range(VALUE_BIT_MASKS + 4):
        masks[place] &= entered
    for seat in range(len(front)):
        masks[FRONT_MASKS + seat] = front[seat]


@kernel_function
def load(row: Any, rows: Any, order: Any, game: Any) -> None:
    """Copy one game of a batch into scratch arrays."""
    for place in range(len(game.meta)):
        game.meta[place] = rows.meta[row, place]
    load_masks(rows.slots[row], rows.front[row], rows.meta[row, META_PLIES], order, game.masks)
    for seat in range(rows.hands.shape[1]):
        for place in range(rows.hands.shape[2]):
            game.hands[seat * rows.hands.shape[2] + place] = code_of(rows.hands[row, seat, place])
        for place in range(2):
            game.aside[seat * 2 + place] = code_of(rows.aside[row, seat, place])
    for place in range(rows.pile.shape[1]):
        game.pile[place] = code_of(rows.pile[row, place])
