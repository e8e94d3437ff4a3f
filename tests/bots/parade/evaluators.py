"""An evaluator that knows nothing: shares by arbitrary worths of cards, compiled and once more from plain states."""

from __future__ import annotations

from functools import partial
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.bots.parade.chances import new_scratch, replay_game
from wonderland.bots.parade.luck import PositionEvaluator
from wonderland.games.parade.state import Cards, State
from wonderland.sim.batch.observation import code
from wonderland.sim.kernel.compiling import allocating_function, kernel_function
from wonderland.sim.kernel.layout import (
    FRONT_MASKS,
    HAND_SIZE,
    LINE_START,
    MAX_PLAYERS,
    META_DRAWN,
    META_PILE,
    META_PLIES,
    NO_CARD,
    U1,
)

#: What each of the kernel's cards counts, by the seat that has it; the last row is for those in line and pile.
Worths = NDArray[np.float64]

#: How much more a card in the hand of whoever moved last counts, and how much cards in front and in the line count.
MOVER, IN_FRONT, IN_LINE = 2.0, 0.3, 0.5


def random_worths(seed: int) -> Worths:
    return np.random.default_rng(seed).normal(size=(MAX_PLAYERS + 1, 96)) / 3


@kernel_function
def by_worths(worths: Any, seats: Any, seat: Any, line: Any, order: Any, game: Any, shares: Any) -> None:
    """Shares by the cards that each seat has; line and pile count for the first seat."""
    sum_of_all = 0.0
    for other in range(len(seats)):
        shares[other] = 0.0
        for place in range(other * HAND_SIZE, (other + 1) * HAND_SIZE):
            if game.hands[place] != NO_CARD:
                shares[other] += worths[other, game.hands[place]] * (MOVER if other == seat else 1.0)
        for slot in range(LINE_START + game.meta[META_PLIES]):
            if (game.masks[FRONT_MASKS + other] >> np.uint64(slot)) & U1:
                shares[other] += IN_FRONT * worths[other, order[slot]]
    for slot in range(LINE_START + game.meta[META_PLIES]):
        if (line >> np.uint64(slot)) & U1:
            shares[0] += IN_LINE * worths[MAX_PLAYERS, order[slot]]
    for place in range(game.meta[META_DRAWN], game.meta[META_PILE]):
        shares[0] += worths[MAX_PLAYERS, game.pile[place]]
    for other in range(len(seats)):
        shares[other] = exp(shares[other])
        sum_of_all += shares[other]
    for other in range(len(seats)):
        shares[other] /= sum_of_all


@allocating_function
def replay_by_worths(
    worths: Any, seats: Any, decks: Any, firsts: Any, cards: Any, deal: Any, moves: Any, draws: Any
) -> None:
    scratch = new_scratch(seats)
    for row in range(len(decks)):
        replay_game(
            by_worths, worths, seats, decks[row], firsts[row], cards[row], scratch, deal[row], moves[row], draws[row]
        )


def evaluator_by_worths(worths: Worths) -> PositionEvaluator:
    return PositionEvaluator("worths", partial(replay_by_worths, worths))


def shares_by_worths(worths: Worths, state: State, seat: int) -> list[float]:
    """The same from a state of the rules."""

    def worth(row: int, cards: Cards) -> float:
        return float(sum(worths[row, code(card)] for card in cards))

    totals = [
        worth(other, hand) * (MOVER if other == seat else 1) + IN_FRONT * worth(other, state.front[other])
        for other, hand in enumerate(state.hands)
    ]
    totals[0] += IN_LINE * worth(MAX_PLAYERS, state.parade) + worth(MAX_PLAYERS, state.pile)
    sum_of_all = sum(map(exp, totals))
    return [exp(total) / sum_of_all for total in totals]
