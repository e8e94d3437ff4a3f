"""An evaluator that knows nothing: shares by the cards that are held, compiled and once more from plain states."""

from __future__ import annotations

from functools import partial
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.bots.parade.chances import new_scratch, replay_game
from wonderland.bots.parade.luck import PositionEvaluator
from wonderland.games.parade.state import State
from wonderland.sim.kernel.compiling import allocating_function, kernel_function
from wonderland.sim.kernel.layout import HAND_SIZE, MAX_PLAYERS, META_DRAWN, META_PILE, NO_CARD

#: By seat, its place after the one that moved last, and the kernel's card; the last row is for cards in the pile.
Tastes = NDArray[np.float64]


def random_tastes(seed: int) -> Tastes:
    return np.random.default_rng(seed).normal(size=(MAX_PLAYERS + 1, 96)) / 3


@kernel_function
def by_taste(tastes: Any, seats: Any, seat: Any, line: Any, order: Any, game: Any, shares: Any) -> None:
    """Shares by the cards in hand; the last mover counts twice, and the lowest card of the pile for the first seat."""
    total = 0.0
    for other in range(len(seats)):
        liking = 0.0
        for place in range(other * HAND_SIZE, (other + 1) * HAND_SIZE):
            if game.hands[place] != NO_CARD:
                liking += tastes[other, game.hands[place]] * (2.0 if other == seat else 1.0)
        shares[other] = liking
    for place in range(game.meta[META_DRAWN], game.meta[META_PILE]):
        shares[0] += tastes[MAX_PLAYERS, game.pile[place]]
    for other in range(len(seats)):
        shares[other] = exp(shares[other])
        total += shares[other]
    for other in range(len(seats)):
        shares[other] /= total


@allocating_function
def replay_by_taste(
    tastes: Any, seats: Any, decks: Any, firsts: Any, cards: Any, deal: Any, moves: Any, draws: Any
) -> None:
    scratch = new_scratch(seats)
    for row in range(len(decks)):
        replay_game(
            by_taste, tastes, seats, decks[row], firsts[row], cards[row], scratch, deal[row], moves[row], draws[row]
        )


def evaluator_by_taste(tastes: Tastes) -> PositionEvaluator:
    return PositionEvaluator("taste", partial(replay_by_taste, tastes))


def shares_by_taste(tastes: Tastes, state: State, seat: int) -> list[float]:
    """The same from a state of the rules."""

    def taste(row: int, cards: Any) -> float:
        return float(sum(tastes[row, card.number + 5 * (card.number // 11)] for card in cards))

    likings = [taste(other, hand) * (2 if other == seat else 1) for other, hand in enumerate(state.hands)]
    likings[0] += taste(MAX_PLAYERS, state.pile)
    total = sum(map(exp, likings))
    return [exp(liking) / total for liking in likings]
