"""What the card network expects of each choice of a seat, and games played by it."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.bots.parade.network.features import write_after_card, write_after_choice, write_places, write_progress
from wonderland.bots.parade.network.forward import begin_turn, evaluate
from wonderland.sim.kernel.compiling import inlined_function, kernel_function
from wonderland.sim.kernel.intrinsics import popcount
from wonderland.sim.kernel.layout import HAND_SIZE, META_FIRST, NO_CARD

PAIRS = 6
#: The places in a hand of four that are set aside, by the number of the choice.
ASIDE_PLACES = np.array([[2, 3], [1, 3], [1, 2], [0, 3], [0, 2], [0, 1]])
#: Less than anything a network says: there is no such card.
NO_VALUE = -1e9


@kernel_function
def evaluate_cards(
    seat: Any, seats: Any, line: Any, counters: Any, order: Any, game: Any, result: Any, position: Any, network: Any,
    units: Any, values: Any,
) -> None:  # fmt: skip
    """What a seat may expect after laying each of its cards, by their places in the hand."""
    write_places(seat, False, seats, line, order, game, position.places)
    begin_turn(position, network, units)
    for place in range(HAND_SIZE):
        values[place] = NO_VALUE
        if game.hands[seat * HAND_SIZE + place] != NO_CARD:
            write_after_card(seat, place, False, seats, line, counters, order, game, result, position)
            evaluate(len(seats), position, network, units)
            values[place] = units.out[0]


@kernel_function
def evaluate_pairs(
    seat: Any, seats: Any, line: Any, counters: Any, choosing: Any, order: Any, game: Any, result: Any, position: Any,
    network: Any, units: Any, values: Any,
) -> None:  # fmt: skip
    """What a seat may expect after setting aside each two of its four cards (P7)."""
    write_places(seat, False, seats, line, order, game, position.places)
    write_progress(len(seats), counters, choosing, np.int64(popcount(line)), position.numbers)
    begin_turn(position, network, units)
    for pair in range(PAIRS):
        one = game.hands[seat * HAND_SIZE + ASIDE_PLACES[pair, 0]]
        two = game.hands[seat * HAND_SIZE + ASIDE_PLACES[pair, 1]]
        write_after_choice(seat, one, two, seats, counters.plies, choosing, order, game, result, position)
        evaluate(len(seats), position, network, units)
        values[pair] = units.out[0]


@inlined_function
def choosing_after(seat: Any, players: Any, plies: Any, meta: Any) -> Any:
    """How many players set cards aside after a seat: everybody does at once, but they are asked in turn order."""
    first = (np.int64(meta[META_FIRST]) + plies) % players
    return players - 1 - (seat - first if seat >= first else seat - first + players)


@inlined_function
def best_of(count: Any, values: Any) -> Any:
    """The number of the best choice, the first of equals."""
    best = 0
    for number in range(1, count):
        best = number if values[number] > values[best] else best
    return best


@kernel_function
def set_best_aside(
    seat: Any, seats: Any, line: Any, counters: Any, order: Any, game: Any, result: Any, position: Any, network: Any,
    units: Any, values: Any,
) -> None:  # fmt: skip
    """Set aside the two cards without which the network expects most."""
    choosing = choosing_after(seat, len(seats), counters.plies, game.meta)
    evaluate_pairs(seat, seats, line, counters, choosing, order, game, result, position, network, units, values)
    pair = best_of(PAIRS, values)
    for which in range(2):
        game.aside[seat * 2 + which] = game.hands[seat * HAND_SIZE + ASIDE_PLACES[pair, which]]
