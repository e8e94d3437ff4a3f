"""What a seat cannot know (P11), dealt anew at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import allocating_function, kernel_function
from wonderland.sim.kernel.layout import (
    HAND_SIZE,
    META_DRAWN,
    META_PILE,
    NO_CARD,
    U0,
    U1,
    U2,
)  # fmt: skip
from wonderland.sim.kernel.random_words import FRACTION_BITS, FRACTION_MASK, fraction

#: The number of the first random word for hidden cards.
_HIDDEN_WORDS = np.uint64(160)
_3 = np.uint64(3)


@allocating_function
def collect_hidden(seat: Any, seats: Any, game: Any, hidden: Any) -> Any:
    """Collect all cards that ``seat`` cannot know, the other hands and the pile, sorted, so that their order tells
    nothing; how many they are.

    The others' choices of cards set aside are hidden too: they will choose anew.
    """
    size = np.int64(0)
    for other in range(len(seats)):
        if other != seat:
            game.aside[other * 2] = NO_CARD
            for place in range(other * HAND_SIZE, (other + 1) * HAND_SIZE):
                if game.hands[place] != NO_CARD:
                    hidden[size] = game.hands[place]
                    size += 1
    for place in range(game.meta[META_DRAWN], game.meta[META_PILE]):
        hidden[size] = game.pile[place]
        size += 1
    # By insertion: numba's own sorting takes seconds to compile.
    for place in range(1, size):
        card, before = hidden[place], place
        while before > 0 and hidden[before - 1] > card:
            hidden[before] = hidden[before - 1]
            before -= 1
        hidden[before] = card
    return size


@kernel_function
def redeal_hidden(key: Any, seat: Any, seats: Any, hidden: Any, size: Any, game: Any) -> None:
    """Deal the hidden cards anew, at random: hands first, the rest is the pile. ``hidden`` is shuffled in place."""
    chance, place = U0, U0
    for other in range(len(seats)):
        if other != seat:
            for held in range(other * HAND_SIZE, (other + 1) * HAND_SIZE):
                if game.hands[held] != NO_CARD:
                    chance = swap_random(key, chance, place, size, hidden)
                    game.hands[held] = hidden[place]
                    place += U1
    for where in range(game.meta[META_DRAWN], game.meta[META_PILE]):
        chance = swap_random(key, chance, place, size, hidden)
        game.pile[where] = hidden[place]
        place += U1


@kernel_function
def swap_random(key: Any, chance: Any, place: Any, size: Any, hidden: Any) -> Any:
    """A step of Fisher and Yates' shuffle: swap a random one of the cards from ``place`` on into it.

    Returns what is left of the random word, which serves four steps.
    """
    if place & _3 == U0:
        chance = fraction(key, _HIDDEN_WORDS + (place >> U2))
    chance *= np.uint64(size) - place
    other = place + (chance >> FRACTION_BITS)
    hidden[place], hidden[other] = hidden[other], hidden[place]
    return chance & FRACTION_MASK
