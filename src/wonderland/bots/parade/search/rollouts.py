"""Candidates weighed against each other: each is played out in the same imagined worlds.

A candidate is a card to play, two cards to set aside, or both: in the last round the two cards that one will set
aside are chosen together with the last card, because nothing is drawn any more.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from wonderland.bots.parade.compiling import entry_point
from wonderland.bots.parade.evaluation.costs import MIND, keep_tastefully, stage_of, tasteful_card
from wonderland.bots.parade.search.beliefs import STEPS, imagine, nothing_past, shuffle_pile, wander
from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.hands import enter, finish, gather_hidden, hide_again, take_turn
from wonderland.sim.kernel.intrinsics import popcount
from wonderland.sim.kernel.layout import (
    EMPTY,
    END,
    FRONT,
    HAND,
    META,
    META_DRAWN,
    META_FIRST,
    META_PILE,
    META_PLIES,
    META_TRIGGER,
    PILE,
    SCORE,
    SEATS,
    START,
    U1,
    WINNERS,
    WORK,
)  # fmt: skip
from wonderland.sim.kernel.random_words import key_of

#: Part of a rollout's worth is how clearly it was won or lost: a guide while the end is far, and luck is large.
#: A margin of this many points is clear.
CLEAR = 10.0
GUIDE, GUIDE_IN_LAST_ROUND = 0.5, 0.05
NOTHING = -1


@kernel_function
def play_tastefully(
    seats: Any, line: Any, work: Any, hands: Any, pile: Any, aside: Any, meta: Any, taste: Any, mind: Any, end: Any
) -> None:
    """Play a game to its end among players of taste."""
    players = len(seats)
    seat = (meta[META_FIRST] + meta[META_PLIES]) % players
    while meta[META_TRIGGER] == 0 or meta[META_PLIES] < meta[META_TRIGGER] + players:
        stage = stage_of(players, np.int64(meta[META_PILE] - meta[META_DRAWN]), meta[META_TRIGGER], work)
        place = tasteful_card(seat, seats, line, stage, work, hands, taste, mind)
        line = take_turn(seat, place, line, work, hands, pile, meta)
        seat = seat + 1 if seat + 1 < players else 0
    for other in range(players):
        if aside[other * 2] == EMPTY:
            keep_tastefully(other, seats, work, hands, taste, mind, aside)
    finish(seats, work, hands, aside, meta, end)


@kernel_function
def share_of(seat: Any, end: Any) -> Any:
    """A seat's part in the win."""
    won = (end[WINNERS] >> seat) & 1
    return won / np.float64(popcount(np.uint64(end[WINNERS])))


@kernel_function
def margin_of(seats: Any, seat: Any, end: Any) -> Any:
    """By how many points the best of the others is behind."""
    best = np.int64(1 << 40)
    for other in range(len(seats)):
        if other != seat:
            best = min(best, end[SCORE + other])
    return best - end[SCORE + seat]


@kernel_function
def worth_of(seats: Any, seat: Any, end: Any, guide: Any) -> Any:
    """What an end is worth to a seat, from 0 to 1; ``guide`` is the part that is how clearly it was won or lost."""
    return (1.0 - guide) * share_of(seat, end) + guide / (1.0 + exp(-margin_of(seats, seat, end) / CLEAR))


@kernel_function
def seen_masks(order: Any, front: Any, meta: Any) -> Any:
    """The masks of everything that has entered the line."""
    masks = np.zeros(WORK, np.uint64)
    for slot in range(START + np.int64(meta[META_PLIES])):
        enter(order[slot], U1 << np.uint64(slot), masks)
    for seat in range(SEATS):
        masks[FRONT + seat] = front[seat]
    return masks


@entry_point
def weigh(
    seats: Any, seat: Any, key: Any, worlds: Any, infer: Any, order: Any, line: Any, front: Any, hands: Any, pile: Any,
    meta: Any, taste: Any, candidates: Any, wins: Any, worth: Any, products: Any,
) -> None:  # fmt: skip
    """Add up, for each candidate, its wins and its worth, and the products of each two candidates' worths.

    What ``hands`` and ``pile`` hold of what the seat cannot know is dealt anew at once.
    """
    players = len(seats)
    hidden, dealt = np.zeros(72, np.uint8), np.zeros(72, np.uint8)
    aside, own_aside = np.full(SEATS * 2, EMPTY, np.uint8), np.zeros(SEATS * 2, np.uint8)
    work, mind, end = np.zeros(WORK, np.uint64), np.zeros(MIND, np.int64), np.zeros(END, np.int64)
    own_hands, own_pile, own_meta = np.zeros(SEATS * HAND, np.uint8), np.zeros(PILE, np.uint8), np.zeros(META, np.int16)
    worths = np.zeros(len(candidates))
    guide = GUIDE if meta[META_TRIGGER] == 0 else GUIDE_IN_LAST_ROUND
    masks = seen_masks(order, front, meta)
    size = gather_hidden(seat, seats, hands, pile, aside, meta, hidden)
    dealt[:] = hidden
    hide_again(key, seat, seats, dealt, size, hands, pile, meta)
    past = nothing_past()
    if infer:
        imagine(seats, seat, key, order, meta, hands, pile, taste, past)
    for world in range(worlds):
        chance = key_of(key, np.uint64(world + 1))
        if infer:
            wander(seats, seat, STEPS * (players - 1), chance, meta, hands, pile, past)
            shuffle_pile(chance, pile, meta)
        else:
            dealt[:] = hidden
            hide_again(chance, seat, seats, dealt, size, hands, pile, meta)
        for number in range(len(candidates)):
            work[:] = masks
            own_hands[:] = hands
            own_pile[:] = pile
            own_aside[:] = aside
            own_meta[:] = meta
            last = line
            place, one, two = candidates[number]
            if place != NOTHING:
                last = take_turn(seat, place, last, work, own_hands, own_pile, own_meta)
            if one != NOTHING:
                own_aside[seat * 2], own_aside[seat * 2 + 1] = one, two
            play_tastefully(seats, last, work, own_hands, own_pile, own_aside, own_meta, taste, mind, end)
            wins[number] += share_of(seat, end)
            worths[number] = worth_of(seats, seat, end, guide)
        for number in range(len(candidates)):
            worth[number] += worths[number]
            for other in range(len(candidates)):
                products[number, other] += worths[number] * worths[other]
