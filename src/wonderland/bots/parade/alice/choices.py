"""What the card network says of each choice of a view, without search."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.bots.parade.compiling import entry_point
from wonderland.bots.parade.network.forward import new_position, new_units
from wonderland.bots.parade.network.policy import ASIDE_PLACES, PAIRS, choosing_after, evaluate_cards, evaluate_pairs
from wonderland.bots.parade.network.weights import CARD, load_network
from wonderland.bots.parade.search.rollouts import Seen, seen_game
from wonderland.games.parade.state import Action, Discard, Play
from wonderland.games.parade.view import View
from wonderland.sim.batch.observation import observe
from wonderland.sim.kernel.layout import RESULT_SIZE
from wonderland.sim.kernel.turn import counters_of

Values = NDArray[np.float64]


def evaluate_choices(view: View) -> list[tuple[Action, float]]:
    """Every choice of the view's seat with the share of the win that the card network expects of it."""
    seen, players = observe(view), len(view.players)
    values = np.zeros(PAIRS)
    playing = view.phase == "play"
    network = load_network(CARD, players)
    evaluate_seen((0,) * players, seen.seat, playing, seen.arrays(), network, values)
    if playing:
        return [(Play(card), float(value)) for card, value in zip(view.hand, values, strict=False)]
    pairs = (tuple(view.hand[place] for place in places) for places in ASIDE_PLACES.tolist())
    return [(Discard(pair), float(value)) for pair, value in zip(pairs, values, strict=True)]


@entry_point
def evaluate_seen(seats: Any, seat: Any, playing: Any, seen: Any, network: Any, values: Any) -> None:
    """The card network's values of the five cards, or of the six pairs that can be set aside."""
    seen = Seen(*seen)
    game, position, units, result = seen_game(seen), new_position(), new_units(network), np.zeros(RESULT_SIZE, np.int64)
    counters, order = counters_of(game.meta), seen.order
    if playing:
        evaluate_cards(seat, seats, seen.line, counters, order, game, result, position, network, units, values)
    else:
        choosing = choosing_after(seat, len(seats), counters.plies, game.meta)
        evaluate_pairs(
            seat, seats, seen.line, counters, choosing, order, game, result, position, network, units, values
        )  # fmt: skip
