"""Everybody's share of the win in a whole position: all hands are known, and the pile as a set."""

from __future__ import annotations

from typing import Any

from wonderland.bots.parade.network.features import write_position
from wonderland.bots.parade.network.forward import begin_turn, evaluate, shares_of_outputs
from wonderland.sim.kernel.compiling import kernel_function


@kernel_function
def evaluate_position(
    viewer: Any, drawn: Any, seats: Any, line: Any, counters: Any, choosing: Any, order: Any, game: Any, result: Any,
    position: Any, network: Any, units: Any,
) -> None:  # fmt: skip
    """The shares of the win, in ``units.out``, counted from the viewer: whoever acted last (see ``layout.py``).

    ``drawn`` is the card that the viewer has just drawn, to evaluate the position before that draw; else ``NO_CARD``.
    ``choosing`` players have still to set cards aside; -1 while cards are played.
    """
    write_position(viewer, drawn, True, seats, line, counters, choosing, order, game, result, position)
    begin_turn(position, network, units)
    evaluate(len(seats), position, network, units)
    shares_of_outputs(len(seats), units.out)
