"""Who may hold what: hidden hands imagined so that they fit everything seen, in proportion to how likely that was.

Everybody else is taken for a player of taste who errs: a card is played with a probability that falls with what
it cost at that moment (``tempting``). The plays seen then say something about the cards not played. A hand in
which a much better card had lain for ten turns is unlikely, one in which it has just arrived is not. So what is
imagined is which cards each other seat has held and *when each came*, and it is changed by small steps that are
accepted by Metropolis' rule: after enough of them hands come up as often as they should.

That is the ``past``. For each other seat: its ``turns``; how ``tempting`` each card was in each of them; the
``cards`` it has held (first those in the hand now, then those played, in order); the turn after which each ``came``
(-1: dealt) and in which it ``went``; and for each turn the ``sums`` of how tempting the cards in the hand were.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from wonderland.bots.parade.evaluation.costs import MIND, consider, cost_of, stage_of
from wonderland.bots.parade.evaluation.weights import SCALE
from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.hands import causes_after, enter, lay
from wonderland.sim.kernel.intrinsics import popcount
from wonderland.sim.kernel.layout import (
    CARDS_IN_ALL,
    COLOURS,
    EMPTY,
    HAND,
    META_DRAWN,
    META_FIRST,
    META_PILE,
    META_PLIES,
    SEATS,
    SIX,
    START,
    U1,
    VALUES,
    WORK,
)  # fmt: skip
from wonderland.sim.kernel.random_words import GOLDEN, mix

TURNS, CODES, HOLDINGS = 32, 96, 40
#: How wrong a player may be: a move that costs this much more of a game is chosen e times less often.
ERRING = 0.15
#: Steps from one world to the next, and to the first, for each of the others.
STEPS, FIRST_STEPS = 10, 400
#: No play is impossible, whatever taste says.
LEAST = 0.002
_16, _32, _48 = (np.uint64(number) for number in (16, 32, 48))
_LOW = np.uint64(0xFFFF)


@kernel_function
def nothing_past() -> Any:
    """Room for a past."""
    return (
        np.zeros(SEATS, np.int64),
        np.zeros((SEATS, TURNS, CODES)),
        np.zeros((SEATS, HOLDINGS), np.uint8),
        np.zeros((SEATS, HOLDINGS), np.int64),
        np.zeros((SEATS, HOLDINGS), np.int64),
        np.zeros((SEATS, TURNS)),
    )


@kernel_function
def imagine(
    seats: Any, seat: Any, key: Any, order: Any, meta: Any, hands: Any, pile: Any, taste: Any, past: Any
) -> None:
    """A past that fits what is seen, after enough steps to be like any other; ``hands`` and ``pile`` are its end."""
    look_back(seats, seat, order, meta, taste, past)
    begin(seats, seat, order, meta, hands, past)
    wander(seats, seat, FIRST_STEPS * (len(seats) - 1), key, meta, hands, pile, past)


@kernel_function
def look_back(seats: Any, seat: Any, order: Any, meta: Any, taste: Any, past: Any) -> None:
    """Play the public history again, and see how tempting every card was at each turn of the others."""
    players = len(seats)
    turns, tempting, _, _, _, _ = past
    work, mind = np.zeros(WORK, np.uint64), np.zeros(MIND, np.int64)
    line, trigger = SIX, 0
    for slot in range(START):
        enter(order[slot], U1 << np.uint64(slot), work)
    for ply in range(np.int64(meta[META_PLIES])):
        mover = (meta[META_FIRST] + ply) % players
        pile = CARDS_IN_ALL - START - HAND * players - ply
        if mover != seat:
            stage = stage_of(players, pile, trigger, work)
            tempt(mover, seats, line, stage, work, taste, mind, tempting[mover, turns[mover]])
        line = lay(order[START + ply], U1 << np.uint64(START + ply), mover, line, work)
        if trigger == 0 and causes_after(mover, pile - 1, work) != 0:
            trigger = ply + 1
        turns[mover] += 1


@kernel_function
def tempt(seat: Any, seats: Any, line: Any, stage: Any, work: Any, taste: Any, mind: Any, tempting: Any) -> None:
    """How tempting each card would be now, as the only one of its colour in the hand; the best is 1."""
    held = consider(seat, seats, line, np.uint64(0), stage, work, taste, mind)
    length = np.int64(popcount(line))
    least = np.float64(1 << 60)
    for colour in range(COLOURS):
        counts = U1 << np.uint64(4 * colour)
        for value in range(VALUES):
            card = np.int64(colour * 16 + value)
            cost = cost_of(card, counts, seat, seats, line, length, stage, held, work, taste, mind)
            tempting[card] = np.float64(cost)
            least = min(least, tempting[card])
    for colour in range(COLOURS):
        for value in range(VALUES):
            card = np.int64(colour * 16 + value)
            tempting[card] = exp((least - tempting[card]) / (ERRING * SCALE)) + LEAST


@kernel_function
def hand_size(seat: Any, hands: Any) -> Any:
    size = 0
    for place in range(seat * HAND, seat * HAND + HAND):
        size += 1 if hands[place] != EMPTY else 0
    return size


@kernel_function
def begin(seats: Any, seat: Any, order: Any, meta: Any, hands: Any, past: Any) -> None:
    """A first past that fits: what was played came as early as it could, what is held came last."""
    players = len(seats)
    turns, tempting, cards, came, went, sums = past
    for other in range(players):
        if other == seat:
            continue
        size, played = hand_size(other, hands), turns[other]
        for place in range(size):
            cards[other, place], went[other, place] = hands[other * HAND + place], played
        for turn in range(played):
            ply = (other - meta[META_FIRST] + players) % players + turn * players
            cards[other, size + turn], went[other, size + turn] = order[START + ply], turn
        for number in range(size + played):
            place = size + number if number < played else number - played
            came[other, place] = -1 if number < HAND else number - HAND
        for turn in range(played):
            for place in range(size + played):
                if came[other, place] < turn <= went[other, place]:
                    sums[other, turn] += tempting[other, turn, cards[other, place]]


@kernel_function
def likelier(seat: Any, card: Any, instead_of: Any, start: Any, stop: Any, past: Any) -> Any:
    """How much likelier the plays of some turns are with one card in the hand instead of another.

    The card that was played is given, so only how tempting the cards beside it were counts.
    """
    _, tempting, _, _, _, sums = past
    ratio = 1.0
    for turn in range(start, stop):
        before = sums[seat, turn]
        ratio *= before / (before - tempting[seat, turn, instead_of] + tempting[seat, turn, card])
    return ratio


@kernel_function
def replace(seat: Any, card: Any, instead_of: Any, start: Any, stop: Any, past: Any) -> None:
    _, tempting, _, _, _, sums = past
    for turn in range(start, stop):
        sums[seat, turn] += tempting[seat, turn, card] - tempting[seat, turn, instead_of]


@kernel_function
def exchange_times(seat: Any, one: Any, two: Any, chance: Any, past: Any) -> None:
    """Let two cards of a seat have come at each other's time, unless one would have come after it went."""
    _, _, cards, came, went, _ = past
    if came[seat, one] > came[seat, two]:
        one, two = two, one
    early, late = came[seat, one], came[seat, two]
    if early == late or went[seat, one] <= late:
        return
    was, now = cards[seat, one], cards[seat, two]
    if chance < likelier(seat, now, was, early + 1, late + 1, past):
        replace(seat, now, was, early + 1, late + 1, past)
        came[seat, one], came[seat, two] = late, early


@kernel_function
def exchange_cards(seat: Any, place: Any, other: Any, where: Any, chance: Any, hands: Any, past: Any) -> None:
    """Let two players hold each other's card."""
    turns, _, cards, came, _, _ = past
    one, two = cards[seat, place], cards[other, where]
    start, begun = came[seat, place] + 1, came[other, where] + 1
    ratio = likelier(seat, two, one, start, turns[seat], past) * likelier(other, one, two, begun, turns[other], past)
    if chance < ratio:
        replace(seat, two, one, start, turns[seat], past)
        replace(other, one, two, begun, turns[other], past)
        cards[seat, place], hands[seat * HAND + place] = two, two
        cards[other, where], hands[other * HAND + where] = one, one


@kernel_function
def draw_instead(seat: Any, place: Any, where: Any, chance: Any, hands: Any, pile: Any, past: Any) -> None:
    """Let a card in a hand be still in the pile, and one of the pile in the hand."""
    turns, _, cards, came, _, _ = past
    held, lying = cards[seat, place], pile[where]
    start = came[seat, place] + 1
    if chance < likelier(seat, lying, held, start, turns[seat], past):
        replace(seat, lying, held, start, turns[seat], past)
        cards[seat, place], hands[seat * HAND + place], pile[where] = lying, lying, held


@kernel_function
def nth_other(number: Any, seat: Any, besides: Any) -> Any:
    """The seat of that number among all but two."""
    low, high = min(seat, besides), max(seat, besides)
    number += 1 if number >= low else 0
    return number + (1 if number >= high else 0)


@kernel_function
def wander(seats: Any, seat: Any, steps: Any, key: Any, meta: Any, hands: Any, pile: Any, past: Any) -> None:
    """Take some steps from one past to others; ``hands`` and ``pile`` follow."""
    players = len(seats)
    turns, _, _, _, _, _ = past
    drawn = np.int64(meta[META_DRAWN])
    left = np.int64(meta[META_PILE]) - drawn
    word = key
    for step in range(steps):
        word = mix(word + GOLDEN)
        first, second = np.int64(word & _LOW), np.int64((word >> _16) & _LOW)
        third, chance = np.int64((word >> _32) & _LOW), np.float64(word >> _48) / 65536.0
        other = (first * (players - 1)) >> 16
        other += 1 if other >= seat else 0
        size = hand_size(other, hands)
        if step & 1:
            total = size + turns[other]
            exchange_times(other, (second * total) >> 16, (third * total) >> 16, chance, past)
            continue
        place = (second * size) >> 16
        partner = (third * (left + (players - 2) * HAND)) >> 16
        if partner < left:
            draw_instead(other, place, drawn + partner, chance, hands, pile, past)
        elif players > 2:
            third_seat, where = nth_other((partner - left) // HAND, seat, other), (partner - left) % HAND
            if hands[third_seat * HAND + where] != EMPTY:
                exchange_cards(other, place, third_seat, where, chance, hands, past)


@kernel_function
def shuffle_pile(key: Any, pile: Any, meta: Any) -> None:
    """Nothing is known about the order of the pile."""
    start, stop = np.int64(meta[META_DRAWN]), np.int64(meta[META_PILE])
    word = key
    for place in range(start, stop - 1):
        word = mix(word + GOLDEN)
        other = place + np.int64(((word >> _32) * np.uint64(stop - place)) >> _32)
        pile[place], pile[other] = pile[other], pile[place]
