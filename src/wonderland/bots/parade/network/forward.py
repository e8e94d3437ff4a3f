"""The networks' sums on the CPU.

Each colour has some units, the network's width: the rows of the places of its cards, added up. The candidates of a turn
differ in few cards, those in the line and in the own hand, so the others are added up once a turn.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.network.layout import (
    CHEAPEST,
    COLOUR_COUNTS,
    COST_CODES,
    COSTS,
    COSTS_ROWS,
    IN_HAND,
    IN_LINE,
    LEAD,
    LEAD_ROWS,
    LENGTH,
    LENGTH_ROWS,
    NEXT_COSTS,
    NEXT_COSTS_ROWS,
    NUMBERS_SIZE,
    PHASE,
    PHASE_ROWS,
    PILE,
    PILE_ROWS,
    SCORES,
    SEAT_COLOURS,
    SEAT_COLOURS_ROWS,
    SEAT_SCORES,
    SEAT_SCORES_ROWS,
    SET_ASIDE,
    STAGE,
    TURNED,
    TURNED_ROWS,
    UNSEEN,
    Position,
)  # fmt: skip
from wonderland.bots.parade.network.vectors import (
    add_row,
    copy_rows,
    dot_hidden,
    multiply_add,
    pool_colours,
)  # fmt: skip
from wonderland.sim.kernel.compiling import allocating_function, inlined_function, kernel_function
from wonderland.sim.kernel.layout import COLOURS, DECK_SIZE, MAX_PLAYERS, VALUES

_0 = np.float32(0.0)


class Units(NamedTuple):
    """Room for the sums of one network, made once."""

    #: Each colour's units without the cards that a candidate moves, and with them. (``COLOURS``, width)
    base: Any
    colours: Any
    #: The cards that a candidate moves, and how many they are.
    moving: Any
    count: Any
    pooled: Any
    hidden: Any
    #: An output for each seat.
    out: Any


@allocating_function
def new_units(network: Any) -> Any:
    """Room for the sums of a network."""
    return new_units_of(*network.pooled.shape)


@allocating_function
def new_units_of(width: Any, hidden: Any) -> Any:
    """Room for the sums of a network of this size."""
    return Units(
        np.zeros((COLOURS, width), np.float32),
        np.zeros((COLOURS, width), np.float32),
        np.zeros(DECK_SIZE, np.int64),
        np.zeros(1, np.int64),
        np.zeros(width, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(MAX_PLAYERS, np.float64),
    )


@allocating_function
def new_position() -> Any:
    """Room for what a network sees."""
    return Position(np.zeros(DECK_SIZE, np.uint8), np.zeros(NUMBERS_SIZE, np.uint8))


@inlined_function
def add_card(card: Any, place: Any, network: Any, units: Any) -> None:
    """Add the row of a card at a place to its colour's units."""
    colour = card // VALUES
    add_row(units, colour, network.colours, (np.int64(place) - 1) * VALUES + card - colour * VALUES)


@kernel_function
def begin_turn(position: Any, network: Any, units: Any) -> None:
    """Add up what the candidates of a turn share: all cards but those in the line and in the viewer's hand."""
    for colour in range(COLOURS):
        for unit in range(units.base.shape[1]):
            units.base[colour, unit] = _0
    count = 0
    for card in range(DECK_SIZE):
        place = position.places[card]
        if place == IN_HAND or IN_LINE <= place < SET_ASIDE:
            units.moving[count] = card
            count += 1
        elif place != UNSEEN:
            add_card(card, place, network, units.base)
    units.count[0] = count


@kernel_function
def evaluate(players: Any, position: Any, network: Any, units: Any) -> None:
    """The outputs for a candidate, or for the position that the turn began with."""
    numbers, colours = position.numbers, units.colours
    copy_rows(units.base, colours)
    for which in range(units.count[0]):
        card = units.moving[which]
        if position.places[card] != UNSEEN:
            add_card(card, position.places[card], network, colours)
    for colour in range(COLOURS):
        turned = np.int64(numbers[TURNED + colour])
        for seat in range(players):
            if (turned >> seat) & 1:
                add_row(colours, colour, network.colours, TURNED_ROWS + seat)
    pool_colours(colours, network.stages, np.int64(numbers[STAGE]), units.pooled)
    add_numbers(players, numbers, network, units.hidden)
    multiply_add(units.hidden, units.pooled, network.pooled)
    for output in range(len(network.bias)):
        units.out[output] = network.bias[output] + dot_hidden(units.hidden, network.out, output)


@inlined_function
def add_number(hidden: Any, network: Any, row: Any) -> None:
    """Add a number's row to the second layer."""
    add_row(hidden, np.int64(0), network.numbers, row)


@kernel_function
def add_numbers(players: Any, numbers: Any, network: Any, hidden: Any) -> None:
    """Begin the second layer with the rows of the numbers."""
    for other in range(len(hidden)):
        hidden[other] = _0
    add_number(hidden, network, PILE_ROWS + np.int64(numbers[PILE]))
    add_number(hidden, network, PHASE_ROWS + np.int64(numbers[PHASE]))
    add_number(hidden, network, LENGTH_ROWS + np.int64(numbers[LENGTH]))
    add_number(hidden, network, LEAD_ROWS + np.int64(numbers[LEAD]))
    for seat in range(players):
        colours, score = np.int64(numbers[SEAT_COLOURS + seat]), np.int64(numbers[SEAT_SCORES + seat])
        add_number(hidden, network, SEAT_COLOURS_ROWS + seat * COLOUR_COUNTS + colours)
        add_number(hidden, network, SEAT_SCORES_ROWS + seat * SCORES + score)
    for which in range(players * CHEAPEST):
        add_number(hidden, network, COSTS_ROWS + which * COST_CODES + np.int64(numbers[COSTS + which]))
    for which in range(CHEAPEST):
        add_number(hidden, network, NEXT_COSTS_ROWS + which * COST_CODES + np.int64(numbers[NEXT_COSTS + which]))


@kernel_function
def shares_of_outputs(players: Any, out: Any) -> None:
    """The position network's outputs as shares of the win: their softmax."""
    most = out[0]
    for seat in range(1, players):
        most = max(most, out[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = exp(out[seat] - most)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
