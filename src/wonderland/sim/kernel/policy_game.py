"""Games with hands, from the deal or from any state, every seat by its policy.

Seats are those of the table; ``meta`` says who was first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import allocating_function, kernel_function
from wonderland.sim.kernel.deal import deal_deck
from wonderland.sim.kernel.intrinsics import popcount
from wonderland.sim.kernel.layout import (
    FRONT_MASKS,
    GREEDY,
    HAND_SIZE,
    LINE_START,
    MASKS_SIZE,
    MAX_PILE,
    MAX_PLAYERS,
    META_FIRST,
    META_SIZE,
    NO_CARD,
    RESULT_CAUSES,
    RESULT_FIRST,
    RESULT_PLIES,
    RESULT_TRIGGER,
    START_SLOTS,
    U0,
    U1,
    Game,
)  # fmt: skip
from wonderland.sim.kernel.random_words import FRACTION_BITS, FRACTION_MASK, fraction, key_of
from wonderland.sim.kernel.score import judge
from wonderland.sim.kernel.shuffle import shuffle_deck
from wonderland.sim.kernel.turn import (
    counters_of,
    enter,
    still_playing_of,
    take_turn,
    taken_by,
    value_of,
    write_counters,
)

_3, _4 = np.uint64(3), np.uint64(4)
#: Numbers of the random words for choices: one a turn, then one a seat for the cards set aside.
_TURN_WORDS, _ASIDE_WORDS = np.uint64(32), np.uint64(128)


@allocating_function
def new_game() -> Any:
    """Room for a game; on the GPU a kernel makes its own."""
    return Game(
        np.zeros(MASKS_SIZE, np.uint64),
        np.full(MAX_PLAYERS * HAND_SIZE, NO_CARD, np.uint8),
        np.zeros(MAX_PILE, np.uint8),
        np.full(MAX_PLAYERS * 2, NO_CARD, np.uint8),
        np.zeros(META_SIZE, np.int16),
    )


@kernel_function
def copy_array(source: Any, target: Any) -> None:
    """Copy an array of one dimension: a slice would allocate where two arrays may overlap, and compiles slowly."""
    for place in range(len(target)):
        target[place] = source[place]


@kernel_function
def copy_game(source: Any, target: Any) -> None:
    # Loops, not slices: those would allocate where two arrays may overlap.
    for place in range(MASKS_SIZE):
        target.masks[place] = source.masks[place]
    for place in range(MAX_PLAYERS * HAND_SIZE):
        target.hands[place] = source.hands[place]
    for place in range(MAX_PILE):
        target.pile[place] = source.pile[place]
    for place in range(MAX_PLAYERS * 2):
        target.aside[place] = source.aside[place]
    for place in range(META_SIZE):
        target.meta[place] = source.meta[place]


@kernel_function
def deal_game(key: Any, seats: Any, pack: Any, deck: Any, game: Any) -> Any:
    """Shuffle a deck and deal it (P2), with the first player in seat 0; who that is at the table, and the line."""
    players = len(seats)
    first = shuffle_deck(key, seats, pack, deck)
    for place in range(MASKS_SIZE):
        game.masks[place] = U0
    # The line is kept as masks only: its six cards pass through the array of those set aside.
    deal_deck(deck, players, 0, game.hands, game.aside, game.pile, game.meta)
    for place in range(LINE_START):
        enter(game.aside[place], U1 << np.uint64(place), game.masks)
    for place in range(len(game.aside)):
        game.aside[place] = NO_CARD
    return first, START_SLOTS


@kernel_function
def greedy_card(seat: Any, line: Any, masks: Any, hands: Any) -> Any:
    """The card that takes the least, a point a card and its value; of equals the highest, then the first held."""
    best, chosen = np.int64(1 << 40), U0
    for place in range(HAND_SIZE):
        card = hands[seat * HAND_SIZE + place]
        taken = taken_by(card, line, masks)
        cost = ((value_of(taken, masks) + np.int64(popcount(taken))) << 4) - (np.int64(card) & 15)
        if cost < best:
            best, chosen = cost, np.uint64(place)
    return chosen


@kernel_function
def random_place(key: Any, plies: Any) -> Any:
    """Which card of a hand a random player plays in its turn."""
    return fraction(key, _TURN_WORDS + np.uint64(plies)) * np.uint64(HAND_SIZE) >> FRACTION_BITS


@kernel_function
def set_aside(policy: Any, key: Any, turn: Any, seat: Any, game: Any) -> None:
    """Set two of the last four cards aside (P7): at random, by the word of ``turn``, or those of the highest values."""
    hands = game.hands
    one, two = np.int64(0), np.int64(1)
    if policy == GREEDY:
        highest = np.int64(-1)
        for first in range(3):
            for second in range(first + 1, 4):
                total = np.int64(hands[seat * HAND_SIZE + first] & 15) + np.int64(hands[seat * HAND_SIZE + second] & 15)
                if total > highest:
                    highest, one, two = total, np.int64(first), np.int64(second)
    else:
        chance = fraction(key, _ASIDE_WORDS + np.uint64(turn)) * _4
        one = np.int64(chance >> FRACTION_BITS)
        two = np.int64(((chance & FRACTION_MASK) * _3) >> FRACTION_BITS)
        two += 1 if two >= one else 0
    game.aside[seat * 2] = hands[seat * HAND_SIZE + one]
    game.aside[seat * 2 + 1] = hands[seat * HAND_SIZE + two]


@kernel_function
def finish(seats: Any, game: Any, result: Any) -> None:
    """The kept cards join those in front (P7); scores and winners (P8 to P10)."""
    counters = counters_of(game.meta)
    bit = U1 << np.uint64(LINE_START + counters.plies)
    for seat in range(len(seats)):
        for place in range(HAND_SIZE - 1):
            card = game.hands[seat * HAND_SIZE + place]
            if card != game.aside[seat * 2] and card != game.aside[seat * 2 + 1]:
                enter(card, bit, game.masks)
                game.masks[FRONT_MASKS + seat] |= bit
                bit <<= U1
    judge(seats, game.masks, result)
    result[RESULT_FIRST] = game.meta[META_FIRST]
    result[RESULT_PLIES] = counters.plies
    result[RESULT_TRIGGER] = counters.trigger
    result[RESULT_CAUSES] = counters.causes


@kernel_function
def play_to_end(seats: Any, key: Any, policies: Any, line: Any, game: Any, result: Any) -> Any:
    """Play a game to its end, every seat by its policy; the line at its end."""
    players = len(seats)
    counters = counters_of(game.meta)
    seat = (game.meta[META_FIRST] + counters.plies) % players
    while still_playing_of(players, counters.plies, counters.trigger):
        if policies[seat] == GREEDY:
            place = greedy_card(seat, line, game.masks, game.hands)
        else:
            place = random_place(key, counters.plies)
        line, counters = take_turn(seat, place, line, counters, game)
        seat = seat + 1 if seat + 1 < players else 0
    write_counters(counters, game.meta)
    for other in range(players):
        if game.aside[other * 2] == NO_CARD:
            set_aside(policies[other], key, other, other, game)
    finish(seats, game, result)
    return line


@kernel_function
def play_policy_game(
    seed: Any, number: Any, seats: Any, policies: Any, pack: Any, deck: Any, own: Any, game: Any, result: Any
) -> Any:
    """One whole game with hands. ``policies`` are by the table's seats, ``own`` takes them in turn order."""
    players = len(seats)
    key = key_of(seed, number)
    first, line = deal_game(key, seats, pack, deck, game)
    for turn in range(players):
        own[turn] = policies[(np.int64(first) + turn) % players]
    line = play_to_end(seats, key, own, line, game, result)
    result[RESULT_FIRST] = np.int64(first)
    return line
