"""Parade with hands on the table: playing on from any state, by a policy a seat.

The scratch arrays of one game: ``work`` (masks, as in ``kernel.py``), ``hands`` (five cards a seat),
``pile`` (the cards to draw, top first), ``aside`` (two a seat) and ``meta`` (see ``layout.py``). Cards are
in the kernel's form. Seats are those of the table; ``meta`` says who was first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.intrinsics import all_colours, join, popcount
from wonderland.sim.kernel.layout import (
    AT_MOST,
    BIT,
    BY_COLOURS,
    BY_PILE,
    CAUSES,
    COLOUR,
    COLOURS,
    EMPTY,
    FIRST,
    FRONT,
    GREEDY,
    HAND,
    META_CAUSES,
    META_DRAWN,
    META_FIRST,
    META_PILE,
    META_PLIES,
    META_TRIGGER,
    PACK,
    PLIES,
    SIX,
    START,
    TRIGGER,
    U0,
    U1,
    U2,
    VALUES,
)  # fmt: skip
from wonderland.sim.kernel.random_game import deal_bottom, draw, gather_bottom, judge, taken_by
from wonderland.sim.kernel.random_words import BEHIND, POINT, fraction

_4 = np.uint64(4)
#: Numbers of the random words for choices: one a turn, then one a seat for the cards set aside.
_TURN, _ASIDE, _HIDDEN = np.uint64(32), np.uint64(128), np.uint64(160)


#: For each card, the masks it joins: its colour, "at most" its value or more, and the bits of its value.
_JOINS = np.zeros((COLOURS << 4, FRONT), np.uint64)
for _card in PACK.tolist():
    _colour, _value = _card >> 4, _card & 15
    _JOINS[_card, [COLOUR + _colour, *range(AT_MOST + _value, AT_MOST + VALUES)]] = ~np.uint64(0)
    _JOINS[_card, [BIT + place for place in range(4) if _value >> place & 1]] = ~np.uint64(0)


@kernel_function
def enter(card: Any, bit: Any, work: Any) -> None:
    """A card takes the slot of ``bit``: it joins the masks of its colour and value."""
    join(work, _JOINS, np.uint64(card), bit)


@kernel_function
def card_in(slot: Any, work: Any) -> Any:
    """The card that took a slot, read back from the masks."""
    bit = U1 << np.uint64(slot)
    card = np.int64(0)
    for colour in range(COLOURS):
        if work[COLOUR + colour] & bit:
            card = np.int64(colour << 4)
    for place in range(4):
        if work[BIT + place] & bit:
            card |= 1 << place
    return card


@kernel_function
def value_of(cards: Any, work: Any) -> Any:
    """The printed values of some slots, added up."""
    total = np.int64(0)
    for place in range(4):
        total += np.int64(popcount(cards & work[BIT + place])) << place
    return total


@kernel_function
def lay(card: Any, bit: Any, seat: Any, line: Any, work: Any) -> Any:
    """Lay a card at the end of the line, in the slot of ``bit``, and take what must be taken (P3 to P5); the line."""
    taken = taken_by(card, line, work)
    work[FRONT + seat] |= taken
    enter(card, bit, work)
    return (line & ~taken) | bit


@kernel_function
def causes_after(seat: Any, pile_left: Any, work: Any) -> Any:
    """What begins the last round after a turn of ``seat``: 0 is nothing (P6)."""
    return (BY_COLOURS if all_colours(work, work[FRONT + seat]) else 0) | (BY_PILE if pile_left == 0 else 0)


@kernel_function
def close_up(place: Any, seat: Any, hands: Any) -> None:
    """Nothing is drawn in the last round: the cards after the played one move up."""
    stop = np.uint64(seat * HAND + HAND - 1)
    for later in range(np.uint64(seat * HAND) + np.uint64(place), stop):
        hands[later] = hands[later + U1]
    hands[stop] = EMPTY


@kernel_function
def take_turn(seat: Any, place: Any, line: Any, work: Any, hands: Any, pile: Any, meta: Any) -> Any:
    """One turn of a game whose numbers stand in ``meta``: lay the card at ``place``, draw, see what it begins."""
    held = np.uint64(seat * HAND) + np.uint64(place)
    line = lay(hands[held], U1 << np.uint64(START + meta[META_PLIES]), seat, line, work)
    meta[META_PLIES] += 1
    if meta[META_TRIGGER] != 0:
        close_up(place, seat, hands)
        return line
    hands[held] = pile[meta[META_DRAWN]]
    meta[META_DRAWN] += 1
    causes = causes_after(seat, meta[META_PILE] - meta[META_DRAWN], work)
    if causes != 0:
        meta[META_TRIGGER], meta[META_CAUSES] = meta[META_PLIES], causes
    return line


@kernel_function
def cheapest(seat: Any, line: Any, work: Any, hands: Any) -> Any:
    """The card that takes the least, a point a card and its value; of equals the highest, then the first held."""
    best, chosen = np.int64(1 << 40), U0
    for place in range(HAND):
        card = hands[seat * HAND + place]
        taken = taken_by(card, line, work)
        cost = ((value_of(taken, work) + np.int64(popcount(taken))) << 4) - (np.int64(card) & 15)
        if cost < best:
            best, chosen = cost, np.uint64(place)
    return chosen


@kernel_function
def choose_aside(policy: Any, key: Any, seat: Any, hands: Any, aside: Any) -> None:
    """Two of the last four cards, face down (P7): at random, or those with the highest values."""
    one, two = np.int64(0), np.int64(1)
    if policy == GREEDY:
        highest = np.int64(-1)
        for first in range(3):
            for second in range(first + 1, 4):
                sum_ = np.int64(hands[seat * HAND + first] & 15) + np.int64(hands[seat * HAND + second] & 15)
                if sum_ > highest:
                    highest, one, two = sum_, np.int64(first), np.int64(second)
    else:
        chance = fraction(key, _ASIDE + np.uint64(seat)) * _4
        one = np.int64(chance >> POINT)
        two = np.int64(((chance & BEHIND) * np.uint64(3)) >> POINT)
        two += 1 if two >= one else 0
    aside[seat * 2] = hands[seat * HAND + one]
    aside[seat * 2 + 1] = hands[seat * HAND + two]


@kernel_function
def finish(seats: Any, work: Any, hands: Any, aside: Any, meta: Any, end: Any) -> None:
    """The kept cards join those in front (P7); scores and winners (P8 to P10)."""
    bit = U1 << np.uint64(START + meta[META_PLIES])
    for seat in range(len(seats)):
        for place in range(HAND - 1):
            card = hands[seat * HAND + place]
            if card != aside[seat * 2] and card != aside[seat * 2 + 1]:
                enter(card, bit, work)
                work[FRONT + seat] |= bit
                bit <<= U1
    judge(seats, work, end)
    end[FIRST] = meta[META_FIRST]
    end[PLIES] = meta[META_PLIES]
    end[TRIGGER] = meta[META_TRIGGER]
    end[CAUSES] = meta[META_CAUSES]


@kernel_function
def play_on(
    seats: Any, key: Any, policies: Any, line: Any, work: Any, hands: Any, pile: Any, aside: Any, meta: Any, end: Any
) -> Any:
    """Play a game to its end, every seat by its policy; the last line."""
    players = len(seats)
    ply, trigger, causes = np.int64(meta[META_PLIES]), np.int64(meta[META_TRIGGER]), np.int64(meta[META_CAUSES])
    drawn, size = np.int64(meta[META_DRAWN]), np.int64(meta[META_PILE])
    seat = (meta[META_FIRST] + ply) % players
    bit = U1 << np.uint64(START + ply)
    while trigger == 0 or ply < trigger + players:
        if policies[seat] == GREEDY:
            place = cheapest(seat, line, work, hands)
        else:
            place = fraction(key, _TURN + np.uint64(ply)) * np.uint64(HAND) >> POINT
        held = np.uint64(seat * HAND) + place
        line = lay(hands[held], bit, seat, line, work)
        ply += 1
        bit <<= U1
        if trigger == 0:
            hands[held] = pile[drawn]
            drawn += 1
            causes = causes_after(seat, size - drawn, work)
            if causes != 0:
                trigger = ply
        else:
            close_up(place, seat, hands)
        seat = seat + 1 if seat + 1 < players else 0
    meta[META_PLIES], meta[META_TRIGGER], meta[META_CAUSES], meta[META_DRAWN] = ply, trigger, causes, drawn
    for place in range(players):
        if aside[place * 2] == EMPTY:
            choose_aside(policies[place], key, place, hands, aside)
    finish(seats, work, hands, aside, meta, end)
    return line


@kernel_function
def deal_hands(
    key: Any, seats: Any, pack: Any, order: Any, work: Any, hands: Any, pile: Any, aside: Any, meta: Any
) -> Any:
    """A fresh game (P2) with the first player in seat 0: ``order`` is the deck. Returns who that is, and the line."""
    players = len(seats)
    first, last, other = deal_bottom(key, seats, pack)
    draw(key, pack, ~U0, 0, 16, order)
    order[64], order[65] = pack[64], pack[65]
    gather_bottom(last, other, pack)
    for place in range(HAND * players):
        hands[place] = order[place]
    for place in range(START):
        enter(order[HAND * players + place], U1 << np.uint64(place), work)
    for place in range(60 - HAND * players):
        pile[place] = order[HAND * players + START + place]
    for place in range(2 * players):
        aside[place] = EMPTY
    for place in range(len(meta)):
        meta[place] = 0
    meta[META_PILE] = 60 - HAND * players
    return first, SIX


@kernel_function
def gather_hidden(seat: Any, seats: Any, hands: Any, pile: Any, aside: Any, meta: Any, hidden: Any) -> Any:
    """All cards that ``seat`` cannot know, the other hands and the pile (P11), in an order that tells nothing.

    The others' choices of cards set aside are hidden too: they will choose anew.
    """
    size = np.int64(0)
    for other in range(len(seats)):
        if other != seat:
            aside[other * 2] = EMPTY
            for place in range(other * HAND, (other + 1) * HAND):
                if hands[place] != EMPTY:
                    hidden[size] = hands[place]
                    size += 1
    for place in range(meta[META_DRAWN], meta[META_PILE]):
        hidden[size] = pile[place]
        size += 1
    hidden[:size].sort()
    return size


@kernel_function
def hide_again(key: Any, seat: Any, seats: Any, hidden: Any, size: Any, hands: Any, pile: Any, meta: Any) -> None:
    """Deal the hidden cards anew, at random: hands first, the rest is the pile."""
    chance, place = U0, U0
    for other in range(len(seats)):
        if other != seat:
            for held in range(other * HAND, (other + 1) * HAND):
                if hands[held] != EMPTY:
                    chance = next_hidden(key, chance, place, size, hidden)
                    hands[held] = hidden[place]
                    place += U1
    for where in range(meta[META_DRAWN], meta[META_PILE]):
        chance = next_hidden(key, chance, place, size, hidden)
        pile[where] = hidden[place]
        place += U1


@kernel_function
def next_hidden(key: Any, chance: Any, place: Any, size: Any, hidden: Any) -> Any:
    """Swap a random one of the cards from ``place`` on into it; what is left of the random word."""
    if place & np.uint64(3) == U0:
        chance = fraction(key, _HIDDEN + (place >> U2))
    chance *= np.uint64(size) - place
    other = place + (chance >> POINT)
    hidden[place], hidden[other] = hidden[other], hidden[place]
    return chance & BEHIND
