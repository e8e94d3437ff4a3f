"""Everybody's chances by the position network."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from wonderland.bots.parade.compiling import SOURCES
from wonderland.bots.parade.luck.chances import Played, new_scratch, replay_game_by
from wonderland.bots.parade.luck.evaluator import PositionEvaluator
from wonderland.bots.parade.network.evaluator import evaluate_position
from wonderland.bots.parade.network.forward import new_position, new_units
from wonderland.bots.parade.network.layout import Network
from wonderland.bots.parade.network.weights import POSITION, load_network, weights_hash
from wonderland.sim.kernel.compiling import entry_points, kernel_function
from wonderland.sim.kernel.layout import NO_CARD, RESULT_SIZE
from wonderland.sim.kernel.turn import counters_of

HASH_LENGTH = 12  #: how much of the weights' hash an evaluator's name holds

entry_point = entry_points(*SOURCES, "wonderland.bots.parade.luck")


class Model(NamedTuple):
    """A network with room for what it sees and for its sums."""

    network: Any
    position: Any
    units: Any
    result: Any


@kernel_function
def shares_by_network(
    model: Any, seats: Any, seat: Any, line: Any, choosing: Any, order: Any, game: Any, shares: Any
) -> None:
    """The shares of the win of all seats in a whole position, which the network sees with the eyes of ``seat``."""
    players = len(seats)
    evaluate_position(
        seat, NO_CARD, seats, line, counters_of(game.meta), np.int64(choosing), order, game, model.result,
        model.position, model.network, model.units,
    )  # fmt: skip
    for turn in range(players):
        shares[(seat + turn) % players] = model.units.out[turn]


replay_game = replay_game_by(shares_by_network)


@entry_point
def replay_by_network(network: Any, seats: Any, played: Any, chances: Any) -> None:
    """Write the chances of games."""
    scratch, played = new_scratch(seats), Played(*played)
    network = Network(*network)
    model = Model(network, new_position(), new_units(network), np.zeros(RESULT_SIZE, np.int64))
    for row in range(len(played.first)):
        replay_game(model, seats, row, played, scratch, chances)


@cache
def network_evaluator(players: int) -> PositionEvaluator:
    """The evaluator for a number of players; its name holds a hash of the weights.

    >>> network_evaluator(4).name.split()[0]
    'parade-4'
    """
    name = f"parade-{players} {weights_hash()[:HASH_LENGTH]}"
    return PositionEvaluator(name, partial(replay_by_network, tuple(load_network(POSITION, players))))
