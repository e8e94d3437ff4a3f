"""The deep network: what a seat may expect after a choice, from what it may know, with any number of players.

It sees what the card network sees (``layout.py``) and says the same, but looks longer: a colour's units are summed up
over the colours, and each colour then has units of its own that see its own and that sum. So it knows better, and takes
some twenty times as long: it is asked once a decision, where rollouts ask the card network thousands of times.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.network.layout import (
    COLOUR_ROWS,
    NUMBER_ROWS,
    STAGE,
    STAGES,
    TURNED,
    TURNED_ROWS,
    UNSEEN,
    number_columns,
)  # fmt: skip
from wonderland.sim.kernel.layout import COLOURS, DECK_SIZE, MAX_PLAYERS, VALUES

#: Units of each colour in the first and the second layer, and of the layers after the colours are added up.
DEEP_WIDTH, DEEP_COLOUR, DEEP_HIDDEN, DEEP_SECOND = 384, 192, 192, 64
PLAYER_NUMBERS = MAX_PLAYERS - 1
_CARD_VALUES = np.arange(DECK_SIZE) % VALUES
#: Seats that there are not count as well: their numbers are zero.
_COLUMNS, _STARTS = (np.array(part) for part in zip(*number_columns(MAX_PLAYERS), strict=True))


class DeepNetwork(NamedTuple):
    """The weights of the deep network."""

    #: First layer, the same for each colour: the rows of its cards, and those of the number of players and the stage.
    colours: Any
    stages: Any
    #: Second layer of each colour: from its own units, and from those of all colours added up.
    own: Any
    context: Any
    colour_bias: Any
    #: Third layer: from the second and the first added up over the colours, the numbers, and the number of players.
    pooled: Any
    pooled_context: Any
    numbers: Any
    players: Any
    #: Fourth layer, and the output.
    second: Any
    second_bias: Any
    out: Any
    bias: Any


def deep_shapes() -> dict[str, tuple[int, ...]]:
    """The shape of each array of the network."""
    return {
        "colours": (COLOUR_ROWS, DEEP_WIDTH),
        "stages": (PLAYER_NUMBERS * STAGES, DEEP_WIDTH),
        "own": (DEEP_WIDTH, DEEP_COLOUR),
        "context": (DEEP_WIDTH, DEEP_COLOUR),
        "colour_bias": (DEEP_COLOUR,),
        "pooled": (DEEP_COLOUR, DEEP_HIDDEN),
        "pooled_context": (DEEP_WIDTH, DEEP_HIDDEN),
        "numbers": (NUMBER_ROWS, DEEP_HIDDEN),
        "players": (PLAYER_NUMBERS, DEEP_HIDDEN),
        "second": (DEEP_HIDDEN, DEEP_SECOND),
        "second_bias": (DEEP_SECOND,),
        "out": (DEEP_SECOND,),
        "bias": (),
    }


def _with_zeros(rows: Any) -> Any:
    return np.concatenate([rows, np.zeros_like(rows[:1])])


def evaluate_deep(network: DeepNetwork, players: int, places: Any, numbers: Any) -> Any:
    """What whoever acted may expect in positions (n, 66) and (n, ``NUMBERS_SIZE``) of so many players; (n,)."""
    count, numbers = len(places), numbers.astype(np.intp)
    # A card that is not seen has the last row, which is all zeros.
    rows = np.where(places == UNSEEN, COLOUR_ROWS, (places.astype(np.intp) - 1) * VALUES + _CARD_VALUES)
    units = _with_zeros(network.colours)[rows.reshape(count, COLOURS, VALUES)].sum(2)
    turned = (numbers[:, TURNED : TURNED + COLOURS, None] >> np.arange(MAX_PLAYERS)) & 1
    units += turned.astype(np.float32) @ network.colours[TURNED_ROWS:]
    units += network.stages[(players - 2) * STAGES + numbers[:, STAGE], None]
    units = np.maximum(units, 0)
    pooled = units.sum(1)
    context = pooled @ network.context + network.colour_bias
    second = np.maximum(units @ network.own + context[:, None], 0)
    hidden = second.sum(1) @ network.pooled + pooled @ network.pooled_context + network.players[players - 2]
    hidden = np.maximum(hidden + network.numbers[numbers[:, _COLUMNS] + _STARTS].sum(1), 0)
    return np.maximum(hidden @ network.second + network.second_bias, 0) @ network.out + network.bias
