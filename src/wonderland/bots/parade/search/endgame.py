"""The last choice (P7) as the game it is: everyone sets two cards aside at once, and nobody sees the others' hands.

In each of many imagined worlds every seat has a hand of four, a *type*: in the others' eyes our own hand may be
another, so in each world it is. By fictitious play every type answers, again and again, what the others have done
so far on average; what it has done on average itself settles into a choice that nobody can profit from knowing,
mixed where that pays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.compiling import entry_point
from wonderland.bots.parade.evaluation.costs import MIND, keep_tastefully
from wonderland.bots.parade.search.beliefs import STEPS, imagine, nothing_past, wander
from wonderland.bots.parade.search.rollouts import seen_masks, worth_of
from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.hands import enter, gather_hidden, hide_again
from wonderland.sim.kernel.layout import (
    EMPTY,
    END,
    FRONT,
    HAND,
    META_DRAWN,
    META_PILE,
    META_PLIES,
    SEATS,
    START,
    U1,
    WORK,
)  # fmt: skip
from wonderland.sim.kernel.random_game import judge
from wonderland.sim.kernel.random_words import GOLDEN, key_of, mix

PAIRS = 6
#: The places in a hand of four that are kept, by the number of the choice.
KEPT = np.array([[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]])
#: How many worlds of the others each type looks at when it answers.
LOOKS = 8
#: How clearly one wins hardly counts any more; it settles what would otherwise be equal.
GUIDE = 0.02
_32 = np.uint64(32)


@entry_point
def imagine_hands(
    seats: Any, seat: Any, key: Any, order: Any, front: Any, hands: Any, pile: Any, meta: Any, taste: Any, types: Any,
    choices: Any,
) -> None:  # fmt: skip
    """Fill in everyone's hand in each world, and the choice of a player of taste."""
    players = len(seats)
    masks, mind = seen_masks(order, front, meta), np.zeros(MIND, np.int64)
    aside, hidden = np.full(SEATS * 2, EMPTY, np.uint8), np.zeros(72, np.uint8)
    own = hands[seat * HAND : seat * HAND + HAND].copy()
    size = gather_hidden(seat, seats, hands, pile, aside, meta, hidden)
    hide_again(key, seat, seats, hidden, size, hands, pile, meta)
    past = nothing_past()
    imagine(seats, seat, key, order, meta, hands, pile, taste, past)
    for world in range(types.shape[1]):
        chance = key_of(key, np.uint64(world + 1))
        wander(seats, seat, STEPS * (players - 1), chance, meta, hands, pile, past)
        # The first world has our own hand in everybody's eyes; in the others it is any of what they cannot know.
        hands[seat * HAND : seat * HAND + HAND] = own
        if world > 0 and meta[META_PILE] > meta[META_DRAWN]:
            hold_something_else(seat, chance, hands, pile, meta)
        for other in range(players):
            keep_tastefully(other, seats, masks, hands, taste, mind, aside)
            for place in range(HAND - 1):
                types[other, world, place] = hands[other * HAND + place]
            choice = choice_without(aside[other * 2], aside[other * 2 + 1], types[other, world])
            choices[other, world, choice] = 1.0
        hands[seat * HAND : seat * HAND + HAND] = own


@kernel_function
def hold_something_else(seat: Any, key: Any, hands: Any, pile: Any, meta: Any) -> None:
    """Draw a hand from the pile and the own cards together; the pile is left as it was."""
    drawn = np.int64(meta[META_DRAWN])
    size = np.int64(meta[META_PILE]) - drawn
    pool = np.zeros(72, np.uint8)
    pool[:4] = hands[seat * HAND : seat * HAND + 4]
    for place in range(size):
        pool[4 + place] = pile[drawn + place]
    word = key
    for place in range(4):
        word = mix(word + GOLDEN)
        other = place + np.int64(((word >> _32) * np.uint64(4 + size - place)) >> _32)
        pool[place], pool[other] = pool[other], pool[place]
        hands[seat * HAND + place] = pool[place]


@kernel_function
def choice_without(one: Any, two: Any, hand: Any) -> Any:
    """The number of the choice that sets these two cards aside."""
    for choice in range(PAIRS):
        kept = hand[KEPT[choice, 0]], hand[KEPT[choice, 1]]
        if one not in kept and two not in kept:
            return choice
    return 0


@kernel_function
def keep(seat: Any, hand: Any, choice: Any, bit: Any, work: Any) -> None:
    """Lay the two cards of a choice in front of a seat, in two slots from ``bit`` on that belong to nobody else."""
    for which in range(2):
        enter(hand[KEPT[choice, which]], bit, work)
        work[FRONT + seat] |= bit
        bit <<= U1


@kernel_function
def drawn_choice(weights: Any, chance: Any) -> Any:
    """A choice drawn in proportion to its weight."""
    total = 0.0
    for choice in range(PAIRS):
        total += weights[choice]
    left = chance * total
    for choice in range(PAIRS):
        left -= weights[choice]
        if left < 0:
            return choice
    return PAIRS - 1


@entry_point
def answer(seats: Any, seat: Any, key: Any, order: Any, front: Any, meta: Any, types: Any, choices: Any) -> None:
    """One round of fictitious play. Our own hand, in the first world, looks at all worlds of the others."""
    players, worlds = len(seats), types.shape[1]
    masks, others, work = seen_masks(order, front, meta), np.zeros(WORK, np.uint64), np.zeros(WORK, np.uint64)
    end, worths, best = np.zeros(END, np.int64), np.zeros(PAIRS), np.zeros((SEATS, worlds), np.int64)
    free = U1 << np.uint64(START + np.int64(meta[META_PLIES]))
    word = key
    for mover in range(players):
        for world in range(worlds):
            ours = mover == seat and world == 0
            worths[:] = 0.0
            for look in range(worlds if ours else LOOKS):
                word = mix(word + GOLDEN)
                elsewhere = look if ours else np.int64(((word >> _32) * np.uint64(worlds)) >> _32)
                others[:] = masks
                for other in range(players):
                    if other != mover:
                        word = mix(word + GOLDEN)
                        choice = drawn_choice(choices[other, elsewhere], np.float64(word >> _32) / 4294967296.0)
                        keep(other, types[other, elsewhere], choice, free << np.uint64(2 * other), others)
                for choice in range(PAIRS):
                    work[:] = others
                    keep(mover, types[mover, world], choice, free << np.uint64(2 * mover), work)
                    judge(seats, work, end)
                    worths[choice] += worth_of(seats, mover, end, GUIDE)
            best[mover, world] = np.argmax(worths)
    for mover in range(players):
        for world in range(worlds):
            choices[mover, world, best[mover, world]] += 1.0
