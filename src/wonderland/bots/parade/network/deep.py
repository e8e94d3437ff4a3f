"""The deep network: what a seat may expect after a choice, from what it may know, with any number of players.

It sees what the card network sees (``layout.py``) and says the same, but looks longer: a colour's units are summed up
over the colours, and each colour then has units of its own that see its own and that sum. So it knows better, and takes
some twenty times as long: it is asked once a decision, where rollouts ask the card network thousands of times.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from wonderland.bots.parade.network.layout import COLOUR_ROWS, NUMBER_ROWS, STAGES
from wonderland.sim.kernel.layout import MAX_PLAYERS

#: Units of each colour in the first and the second layer, and of the layers after the colours are added up.
DEEP_WIDTH, DEEP_COLOUR, DEEP_HIDDEN, DEEP_SECOND = 384, 192, 192, 64
PLAYER_NUMBERS = MAX_PLAYERS - 1


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
