"""The gradients of the networks on the CPU, by hand: the sums of ``bots/parade/network/forward.py`` backwards.

A position has a row of the first layer for each card, so only these rows have gradients. The candidates of a decision
differ in few cards; the rows of all others get the sum of the candidates' gradients, once a decision.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.network.forward import add_card, new_units_of
from wonderland.bots.parade.network.layout import (
    CHEAPEST,
    COLOUR_COUNTS,
    COST_CODES,
    COSTS,
    COSTS_ROWS,
    HIDDEN,
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
    STAGE,
    TURNED,
    TURNED_ROWS,
    UNSEEN,
    WIDTH,
)  # fmt: skip
from wonderland.bots.parade.network.vectors import add_row
from wonderland.sim.kernel.compiling import inlined_function, kernel_function
from wonderland.sim.kernel.layout import COLOURS, DECK_SIZE, MAX_PLAYERS, VALUES
from wonderland.training.selfplay.candidates import CANDIDATES, NO_ACTION

_0 = np.float32(0.0)


class Room(NamedTuple):
    """Room for what a decision needs on the way back, made once."""

    #: Where the cards are, by candidate, with what is to be hidden hidden, and the numbers.
    places: Any
    numbers: Any
    #: What :class:`~wonderland.bots.parade.network.forward.Units` held for each candidate.
    colours: Any
    pooled: Any
    hidden: Any
    #: Gradients of the outputs, of the second layer, of the pooled units, of each colour's, and of these over all
    #: candidates.
    out: Any
    hidden_row: Any
    units: Any
    colour_rows: Any
    shared: Any
    #: The weights from the pooled units to the second layer, by the latter's units.
    transposed: Any


def new_room(width: int = WIDTH, hidden: int = HIDDEN) -> tuple[Any, ...]:
    """Room for the functions below, for a network of this size: units, and the way back."""
    room = Room(
        np.zeros((CANDIDATES, DECK_SIZE), np.uint8),
        np.zeros((CANDIDATES, NUMBERS_SIZE), np.uint8),
        np.zeros((CANDIDATES, COLOURS, width), np.float32),
        np.zeros((CANDIDATES, width), np.float32),
        np.zeros((CANDIDATES, hidden), np.float32),
        np.zeros((CANDIDATES, MAX_PLAYERS), np.float32),
        np.zeros((1, hidden), np.float32),
        np.zeros((1, width), np.float32),
        np.zeros((COLOURS, width), np.float32),
        np.zeros((COLOURS, width), np.float32),
        np.zeros((hidden, width), np.float32),
    )
    return tuple(new_units_of.py_func(width, hidden)), tuple(room)


# ---- forward --------------------------------------------------------------------------------------------------


@inlined_function
def count_candidates(actions: Any) -> Any:
    """How many candidates a decision has."""
    count = 0
    while count < CANDIDATES and actions[count] != NO_ACTION:
        count += 1
    return count


@kernel_function
def begin_candidates(count: Any, places: Any, network: Any, units: Any) -> None:
    """Add up what the candidates of a decision share: all cards that are at the same place after each of them."""
    for colour in range(COLOURS):
        for unit in range(units.base.shape[1]):
            units.base[colour, unit] = _0
    moving = 0
    for card in range(DECK_SIZE):
        first, same = places[0, card], True
        for candidate in range(1, count):
            same = same and places[candidate, card] == first
        if not same:
            units.moving[moving] = card
            moving += 1
        elif first != UNSEEN:
            add_card(card, first, network, units.base)
    units.count[0] = moving


# ---- backward -------------------------------------------------------------------------------------------------


@kernel_function
def transpose(network: Any, room: Any) -> None:
    """Note the weights between the layers the other way round."""
    for unit in range(len(network.pooled)):
        for other in range(len(room.transposed)):
            room.transposed[other, unit] = network.pooled[unit, other]


@kernel_function
def back_to_units(candidate: Any, players: Any, numbers: Any, network: Any, room: Any, gradient: Any) -> None:
    """From the outputs' gradients to those of the pooled units and of each colour's."""
    hidden, row, units = room.hidden[candidate], room.hidden_row[0], room.units[0]
    for other in range(len(hidden)):
        total = _0
        for output in range(len(network.bias)):
            gradient.out[output, other] += hidden[other] * room.out[candidate, output]
            total += network.out[output, other] * room.out[candidate, output]
        row[other] = total if hidden[other] > _0 else _0
    for output in range(len(network.bias)):
        gradient.bias[output] += room.out[candidate, output]
    add_number_rows(players, numbers, room.hidden_row, gradient.numbers)
    for unit in range(len(units)):
        active = room.pooled[candidate, unit]
        units[unit] = _0
        for other in range(len(row)):
            gradient.pooled[unit, other] += active * row[other]
    for other in range(len(row)):
        if row[other] != _0:
            for unit in range(len(units)):
                units[unit] += row[other] * room.transposed[other, unit]
    stage = np.int64(numbers[STAGE])
    for colour in range(COLOURS):
        for unit in range(len(units)):
            active = room.colours[candidate, colour, unit] + network.stages[stage, unit] > _0
            room.colour_rows[colour, unit] = units[unit] if active else _0
        add_row(gradient.stages, stage, room.colour_rows, np.int64(colour))
        bits = np.int64(numbers[TURNED + colour])
        for seat in range(players):
            if (bits >> seat) & 1:
                add_row(gradient.colours, np.int64(TURNED_ROWS + seat), room.colour_rows, np.int64(colour))


@inlined_function
def add_number_rows(players: Any, numbers: Any, row: Any, rows: Any) -> None:
    """Add a gradient to the rows of the numbers that there were."""
    add_row(rows, PILE_ROWS + np.int64(numbers[PILE]), row, np.int64(0))
    add_row(rows, PHASE_ROWS + np.int64(numbers[PHASE]), row, np.int64(0))
    add_row(rows, LENGTH_ROWS + np.int64(numbers[LENGTH]), row, np.int64(0))
    add_row(rows, LEAD_ROWS + np.int64(numbers[LEAD]), row, np.int64(0))
    for seat in range(players):
        colours, score = np.int64(numbers[SEAT_COLOURS + seat]), np.int64(numbers[SEAT_SCORES + seat])
        add_row(rows, SEAT_COLOURS_ROWS + seat * COLOUR_COUNTS + colours, row, np.int64(0))
        add_row(rows, SEAT_SCORES_ROWS + seat * SCORES + score, row, np.int64(0))
    for which in range(players * CHEAPEST):
        add_row(rows, COSTS_ROWS + which * COST_CODES + np.int64(numbers[COSTS + which]), row, np.int64(0))
    for which in range(CHEAPEST):
        add_row(rows, NEXT_COSTS_ROWS + which * COST_CODES + np.int64(numbers[NEXT_COSTS + which]), row, np.int64(0))


@inlined_function
def add_to_card(card: Any, place: Any, rows: Any, gradient: Any) -> None:
    """Add a colour's gradient to the row of a card at a place."""
    colour = card // VALUES
    row = (np.int64(place) - 1) * VALUES + card - colour * VALUES
    add_row(gradient.colours, row, rows, np.int64(colour))


@kernel_function
def keep_units(candidate: Any, units: Any, room: Any) -> None:
    """Note a candidate's sums for the way back."""
    for colour in range(COLOURS):
        for unit in range(units.colours.shape[1]):
            room.colours[candidate, colour, unit] = units.colours[colour, unit]
    for unit in range(len(units.pooled)):
        room.pooled[candidate, unit] = units.pooled[unit]
    for other in range(len(units.hidden)):
        room.hidden[candidate, other] = units.hidden[other]


@kernel_function
def back_to_cards(count: Any, players: Any, numbers: Any, network: Any, units: Any, room: Any, gradient: Any) -> None:
    """From the outputs' gradients of the candidates of a decision to all weights'."""
    for colour in range(COLOURS):
        for unit in range(room.shared.shape[1]):
            room.shared[colour, unit] = _0
    for candidate in range(count):
        back_to_units(candidate, players, numbers[candidate], network, room, gradient)
        for which in range(units.count[0]):
            card = units.moving[which]
            if room.places[candidate, card] != UNSEEN:
                add_to_card(card, room.places[candidate, card], room.colour_rows, gradient)
        for colour in range(COLOURS):
            add_row(room.shared, np.int64(colour), room.colour_rows, np.int64(colour))
    which = 0
    for card in range(DECK_SIZE):
        if which < units.count[0] and units.moving[which] == card:
            which += 1
        elif room.places[0, card] != UNSEEN:
            add_to_card(card, room.places[0, card], room.shared, gradient)
