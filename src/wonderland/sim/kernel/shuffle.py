"""The deck of a game, drawn from its random words.

The cards left to draw are the bits of one word, and the j-th of them is a select away. That is room for 64 of the
66 cards, so the two at the bottom of the deck, which no game reaches, are chosen first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.intrinsics import bit_position, card_at, nth_bit, swap_bottom
from wonderland.sim.kernel.layout import DECK_SIZE, U0, U1
from wonderland.sim.kernel.random_words import FRACTION_BITS, FRACTION_MASK, fraction

_4, _5, _9, _47, _64, _65, _66 = (np.uint64(number) for number in (4, 5, 9, 47, 64, 65, 66))
#: The number of the random word behind the first player and the bottom two cards.
_BOTTOM_WORD = np.uint64(16)
_LAST_PLACE = np.uint64(DECK_SIZE - 1)
#: Random words for all the cards but the bottom two.
ALL_DRAWS = 16


@kernel_function
def code_of_number(number: Any) -> Any:
    """The card of a number, in the kernel's form."""
    # 47/512 is close enough to 1/11 for every card.
    return np.uint8(number + _5 * (number * _47 >> _9))


@kernel_function
def choose_bottom(key: Any, seats: Any, pack: Any) -> Any:
    """Choose the first player, and the two cards at the bottom of the deck: the last two of ``pack``."""
    chance = fraction(key, _BOTTOM_WORD) * np.uint64(len(seats))
    first = chance >> FRACTION_BITS
    chance = (chance & FRACTION_MASK) * _66
    last = chance >> FRACTION_BITS
    chance = (chance & FRACTION_MASK) * _65
    other = chance >> FRACTION_BITS
    swap_bottom(pack, _LAST_PLACE, last)
    swap_bottom(pack, _LAST_PLACE - U1, other)
    return first, last, other


@kernel_function
def restore_bottom(last: Any, other: Any, pack: Any) -> None:
    """Undo :func:`choose_bottom`, so that the next game starts from the same pack."""
    swap_bottom(pack, _LAST_PLACE - U1, other)
    swap_bottom(pack, _LAST_PLACE, last)


@kernel_function
def draw(key: Any, pack: Any, pool: Any, start: Any, stop: Any, order: Any) -> Any:
    """Draw the cards ``4 * start`` to ``4 * stop`` of the deck from those left in ``pool``; what is left."""
    place = U0 + np.uint64(start) * _4
    for number in range(start, stop):
        chance = fraction(key, np.uint64(number))
        for _ in range(4):
            chance *= _64 - place
            card = nth_bit(pool, chance >> FRACTION_BITS)
            chance &= FRACTION_MASK
            pool ^= card
            order[place] = card_at(pack, bit_position(card))
            place += U1
    return pool


@kernel_function
def shuffle_early(key: Any, seats: Any, early_draws: Any, pack: Any, order: Any) -> Any:
    """Draw the first ``4 * early_draws`` cards of a game; who begins, and what is left to draw from."""
    first, last, other = choose_bottom(key, seats, pack)
    pool = draw(key, pack, ~U0, 0, early_draws, order)
    restore_bottom(last, other, pack)
    return first, pool


@kernel_function
def shuffle_rest(key: Any, seats: Any, early_draws: Any, pool: Any, pack: Any, order: Any) -> None:
    """Draw the cards that :func:`shuffle_early` left."""
    _, last, other = choose_bottom(key, seats, pack)
    draw(key, pack, pool, early_draws, ALL_DRAWS, order)
    restore_bottom(last, other, pack)


@kernel_function
def shuffle_deck(key: Any, seats: Any, pack: Any, deck: Any) -> Any:
    """The whole deck, all 66 cards; who begins."""
    first, last, other = choose_bottom(key, seats, pack)
    draw(key, pack, ~U0, 0, ALL_DRAWS, deck)
    # What the swaps have brought there; where two words stand for the pack it cannot be looked up.
    deck[64] = code_of_number(_65 if other == last else other)
    deck[65] = code_of_number(last)
    restore_bottom(last, other, pack)
    return first
