"""Parade as bits (P1 to P10): the functions that play and score games on the CPU and on the GPU.

Every card that enters the line gets the next *slot*: slots 0 to 5 are the start, slot 6 + t is the card of
turn t. A set of such cards is a 64-bit mask with a bit a slot, so that the line in order, a colour, "value
at most v" and the cards in front of a player are one word each, and playing a card is a handful of ANDs.

Seats are counted in turn order here: 0 is the first player.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.intrinsics import (
    all_colours,
    card_at,
    exchange,
    exposed,
    match,
    nth,
    place_of,
    popcount,
    see_slots,
    settle,
)  # fmt: skip
from wonderland.sim.kernel.layout import (
    BY_COLOURS,
    BY_PILE,
    CARDS,
    CAUSES,
    FIRST,
    FRONT,
    HAND,
    PAIR,
    PLIES,
    SCORE,
    SIX,
    START,
    TRIGGER,
    U0,
    U1,
    U2,
    WINNERS,
)  # fmt: skip
from wonderland.sim.kernel.random_words import BEHIND, POINT, fraction, key_of

_4, _15, _64 = np.uint64(4), np.uint64(15), np.uint64(64)
_START, _FRONT = np.uint64(START), np.uint64(FRONT)
#: The number of the random word behind the first player and the bottom two cards.
_BOTTOM = np.uint64(16)
_LAST = np.uint64(65)


@kernel_function
def deal_bottom(key: Any, seats: Any, pack: Any) -> Any:
    """Choose the first player, and the two cards at the bottom of the deck: the last two of ``pack``."""
    chance = fraction(key, _BOTTOM) * np.uint64(len(seats))
    first = chance >> POINT
    chance = (chance & BEHIND) * np.uint64(66)
    last = chance >> POINT
    chance = (chance & BEHIND) * np.uint64(65)
    other = chance >> POINT
    exchange(pack, _LAST, last)
    exchange(pack, _LAST - U1, other)
    return first, last, other


@kernel_function
def gather_bottom(last: Any, other: Any, pack: Any) -> None:
    """Undo :func:`deal_bottom`, so that the next game starts from the same pack."""
    exchange(pack, _LAST - U1, other)
    exchange(pack, _LAST, last)


@kernel_function
def draw(key: Any, pack: Any, pool: Any, start: Any, stop: Any, order: Any) -> Any:
    """Draw the cards ``4 * start`` to ``4 * stop`` of the deck from those left in ``pool``; what is left."""
    place = U0 + np.uint64(start) * _4
    for number in range(start, stop):
        chance = fraction(key, np.uint64(number))
        for _ in range(4):
            chance *= _64 - place
            card = nth(pool, chance >> POINT)
            chance &= BEHIND
            pool ^= card
            order[place] = card_at(pack, place_of(card))
            place += U1
    return pool


@kernel_function
def taken_of(card: Any, line: Any, length: Any, work: Any) -> Any:
    """The cards of a line of this length that a played card takes (P4, P5)."""
    return exposed(line, length, np.uint64(card) & _15) & match(work, card)


@kernel_function
def taken_by(card: Any, line: Any, work: Any) -> Any:
    return taken_of(card, line, popcount(line), work)


@kernel_function
def lay_next(card: Any, seat: Any, line: Any, length: Any, bit: Any, work: Any) -> Any:
    """A turn (P3 to P5) of the player whose cards in front are at ``seat``: the line, its length, and those cards.

    The length is kept apart: counting what was taken is a step less than counting the new line.
    """
    taken = taken_of(card, line, length, work)
    cards = work[seat] | taken
    work[seat] = cards
    return (line & ~taken) | bit, length + U1 - popcount(taken), cards


@kernel_function
def judge(seats: Any, work: Any, end: Any) -> None:
    """Scores, card counts and winners from the masks of the cards in front (P8 to P10)."""
    settle(work, seats, end)
    best, winners = np.int64(1 << 60), np.int64(0)
    for seat in range(len(seats)):
        cards = np.int64(popcount(work[FRONT + seat]))
        end[CARDS + seat] = cards
        rank = (end[SCORE + seat] << 7) + cards
        mark = np.int64(1) << seat
        winners = mark if rank < best else (winners | mark if rank == best else winners)
        best = min(best, rank)
    end[WINNERS] = winners


@kernel_function
def shuffle(key: Any, seats: Any, early: Any, pack: Any, order: Any) -> Any:
    """Draw the first ``4 * early`` cards of a game in the order they will be played; who begins, what is left."""
    first, last, other = deal_bottom(key, seats, pack)
    pool = draw(key, pack, ~U0, 0, early, order)
    gather_bottom(last, other, pack)
    return first, pool


@kernel_function
def shuffle_rest(key: Any, seats: Any, early: Any, pool: Any, pack: Any, order: Any) -> None:
    _, last, other = deal_bottom(key, seats, pack)
    draw(key, pack, pool, early, 16, order)
    gather_bottom(last, other, pack)


@kernel_function
def play_shuffled(
    key: Any, first: Any, pool: Any, seats: Any, early: Any, pack: Any, order: Any, work: Any, end: Any
) -> Any:
    """One whole game of players who choose at random, whose shuffle has been seen; the last line.

    Whoever plays a random card of a hand of random cards plays a random card of those nobody has seen. So
    the deck is drawn in the order in which the cards enter the line, and the hands need not be dealt: which
    card lay where in which hand is settled only when a record is asked for (``hidden.py``). The cards
    that are kept at the end (P7) simply take the next slots, two a player.
    """
    players = len(seats)
    for place in range(players):
        work[FRONT + place] = U0
    # Places are unsigned, so that numba need not ask whether they count from an array's end.
    line, bit, length = SIX, SIX + U1, _START
    slot, seat, beyond = _START, _FRONT, _FRONT + np.uint64(players)
    pile, causes = np.uint64(START + 60 - HAND * players), 0
    # Most games of two or three end early: the rest of the deck is only drawn when it is needed.
    drawn = min(pile, np.uint64(4 * early - 3 * players))
    while True:
        while slot < drawn:
            line, length, cards = lay_next(order[slot], seat, line, length, bit, work)
            bit <<= U1
            slot += U1
            seat = seat + U1 if seat + U1 < beyond else _FRONT
            if all_colours(work, cards):
                causes = BY_COLOURS
                break
        if causes != 0 or drawn == pile:
            break
        shuffle_rest(key, seats, early, pool, pack, order)
        see_slots(order, work)
        drawn = pile
    end[TRIGGER] = np.int64(slot) - START
    end[CAUSES] = causes | (BY_PILE if slot == pile else 0)
    for _ in range(players):
        line, length, _ = lay_next(order[slot], seat, line, length, bit, work)
        bit <<= U1
        slot += U1
        seat = seat + U1 if seat + U1 < beyond else _FRONT
    kept = PAIR * bit
    for place in range(players):
        work[FRONT + place] |= kept
        kept <<= U2
    end[FIRST] = np.int64(first)
    end[PLIES] = np.int64(slot) - START
    judge(seats, work, end)
    return line


@kernel_function
def play_at_random(seed: Any, game: Any, seats: Any, early: Any, pack: Any, order: Any, work: Any, end: Any) -> Any:
    """One game of random players from shuffle to score; the last line."""
    key = key_of(seed, game)
    first, pool = shuffle(key, seats, early, pack, order)
    see_slots(order, work)
    return play_shuffled(key, first, pool, seats, early, pack, order, work, end)
