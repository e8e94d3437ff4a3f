"""The deep network's sums on the CPU, on one core: see ``deep.py``."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.compiling import entry_point
from wonderland.bots.parade.network.deep import DeepNetwork
from wonderland.bots.parade.network.layout import STAGE, STAGES, TURNED, TURNED_ROWS, UNSEEN, number_columns
from wonderland.bots.parade.network.vectors import add_row
from wonderland.sim.kernel.compiling import inlined_function, kernel_function
from wonderland.sim.kernel.layout import COLOURS, DECK_SIZE, MAX_PLAYERS, VALUES

_0 = np.float32(0.0)
#: Which numbers have a row, and where the rows of each begin. Seats that there are not count as well: theirs are zero.
_COLUMNS, _STARTS = (np.array(part) for part in zip(*number_columns(MAX_PLAYERS), strict=True))


class DeepUnits(NamedTuple):
    """Room for the sums, made once: the first layer, the second, and the others, each a row."""

    colours: Any
    pooled: Any
    context: Any
    second: Any
    second_pooled: Any
    hidden: Any
    last: Any


def evaluate_deep(network: DeepNetwork, players: int, places: Any, numbers: Any) -> Any:
    """What whoever acted may expect in positions (n, 66) and (n, ``NUMBERS_SIZE``) of so many players; (n,)."""
    values = np.zeros(len(places), np.float32)
    width, colour = network.own.shape
    hidden, last = network.second.shape
    sizes = (COLOURS, width), (1, width), (1, colour), (1, colour), (1, colour), (1, hidden), (1, last)
    units = tuple(np.zeros(size, np.float32) for size in sizes)
    evaluate_deep_positions(players, places, numbers, tuple(network), units, values)
    return values


@entry_point
def evaluate_deep_positions(players: Any, places: Any, numbers: Any, network: Any, units: Any, values: Any) -> None:
    """The output for each position."""
    network, units = DeepNetwork(*network), DeepUnits(*units)
    for number in range(len(values)):
        add_colours(players, places[number], numbers[number], network, units)
        add_second_layer(network, units)
        add_hidden(players, numbers[number], network, units)
        values[number] = network.bias
        for unit in range(len(network.out)):
            values[number] += units.last[0, unit] * network.out[unit]


@inlined_function
def copy_row(source: Any, row: Any, target: Any) -> None:
    for unit in range(target.shape[1]):
        target[0, unit] = source[row, unit]


@inlined_function
def rectify(row: Any, units: Any) -> None:
    for unit in range(units.shape[1]):
        units[row, unit] = max(units[row, unit], _0)


@kernel_function
def add_product(source: Any, row: Any, weights: Any, target: Any) -> None:
    """``target[0] += source[row] @ weights``; half of the units are zero, and are passed over."""
    for unit in range(len(weights)):
        active = source[row, unit]
        if active != _0:
            for other in range(weights.shape[1]):
                target[0, other] += active * weights[unit, other]


@kernel_function
def add_colours(players: Any, places: Any, numbers: Any, network: Any, units: Any) -> None:
    """The first layer: each colour's units, and their sums over the colours."""
    colours, stage = units.colours, (players - 2) * STAGES + np.int64(numbers[STAGE])
    for colour in range(COLOURS):
        for unit in range(colours.shape[1]):
            colours[colour, unit] = network.stages[stage, unit]
        turned = np.int64(numbers[TURNED + colour])
        for seat in range(players):
            if (turned >> seat) & 1:
                add_row(colours, np.int64(colour), network.colours, np.int64(TURNED_ROWS + seat))
    for card in range(DECK_SIZE):
        if places[card] != UNSEEN:
            row = (np.int64(places[card]) - 1) * VALUES + card % VALUES
            add_row(colours, np.int64(card // VALUES), network.colours, row)
    for unit in range(colours.shape[1]):
        units.pooled[0, unit] = _0
    for colour in range(COLOURS):
        rectify(colour, colours)
        add_row(units.pooled, np.int64(0), colours, np.int64(colour))


@kernel_function
def add_second_layer(network: Any, units: Any) -> None:
    """The second layer of each colour, added up over the colours."""
    for unit in range(units.context.shape[1]):
        units.context[0, unit] = network.colour_bias[unit]
        units.second_pooled[0, unit] = _0
    add_product(units.pooled, 0, network.context, units.context)
    for colour in range(COLOURS):
        copy_row(units.context, 0, units.second)
        add_product(units.colours, colour, network.own, units.second)
        rectify(0, units.second)
        add_row(units.second_pooled, np.int64(0), units.second, np.int64(0))


@kernel_function
def add_hidden(players: Any, numbers: Any, network: Any, units: Any) -> None:
    """The two layers behind."""
    hidden, last = units.hidden, units.last
    copy_row(network.players, players - 2, hidden)
    for which in range(len(_COLUMNS)):
        add_row(hidden, np.int64(0), network.numbers, _STARTS[which] + np.int64(numbers[_COLUMNS[which]]))
    add_product(units.second_pooled, 0, network.pooled, hidden)
    add_product(units.pooled, 0, network.pooled_context, hidden)
    rectify(0, hidden)
    for unit in range(last.shape[1]):
        last[0, unit] = network.second_bias[unit]
    add_product(hidden, 0, network.second, last)
    rectify(0, last)
