"""An evaluator that knows nothing: shares by arbitrary worths of cards, compiled and once more from plain states."""

from __future__ import annotations

from functools import partial
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.bots.parade.luck.chances import NOT_YET, Played, new_scratch, replay_game_by
from wonderland.bots.parade.luck.evaluator import PositionEvaluator
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

#: How much a card counts in the hand of whoever acted last, in front of a seat and in the line; then, for the first
#: seat, everybody who has still to set cards aside.
MOVER, IN_FRONT, IN_LINE, CHOOSING = 2.0, 0.3, 0.5, 0.1


def random_worths(seed: int) -> Worths:
    return np.random.default_rng(seed).normal(size=(MAX_PLAYERS + 1, 96)) / 3


@kernel_function
def by_worths(worths: Any, seats: Any, seat: Any, line: Any, choosing: Any, order: Any, game: Any, shares: Any) -> None:
    """Shares by the cards that each seat has; line, pile and last choices count for the first seat."""
    entered = LINE_START + game.meta[META_PLIES] + 2 * len(seats)
    sum_of_all = 0.0
    for other in range(len(seats)):
        shares[other] = 0.0
        if game.aside[2 * other] == NO_CARD:
            for place in range(other * HAND_SIZE, (other + 1) * HAND_SIZE):
                if game.hands[place] != NO_CARD:
                    shares[other] += worths[other, game.hands[place]] * (MOVER if other == seat else 1.0)
        for slot in range(entered):
            if (game.masks[FRONT_MASKS + other] >> np.uint64(slot)) & U1:
                shares[other] += IN_FRONT * worths[other, order[slot]]
    for slot in range(entered):
        if (line >> np.uint64(slot)) & U1:
            shares[0] += IN_LINE * worths[MAX_PLAYERS, order[slot]]
    for place in range(game.meta[META_DRAWN], game.meta[META_PILE]):
        shares[0] += worths[MAX_PLAYERS, game.pile[place]]
    shares[0] += CHOOSING * choosing
    for other in range(len(seats)):
        shares[other] = exp(shares[other])
        sum_of_all += shares[other]
    for other in range(len(seats)):
        shares[other] /= sum_of_all


replay_game = replay_game_by(by_worths)


@allocating_function
def replay_by_worths(worths: Any, seats: Any, played: Any, chances: Any) -> None:
    scratch, played = new_scratch(seats), Played(*played)
    for row in range(len(played.first)):
        replay_game(worths, seats, row, played, scratch, chances)


def evaluator_by_worths(worths: Worths) -> PositionEvaluator:
    return PositionEvaluator("worths", partial(replay_by_worths, worths))


def shares_by_worths(worths: Worths, state: State, seat: int) -> list[float]:
    """The same from a state of the rules."""

    def worth(row: int, cards: Cards) -> float:
        return float(sum(worths[row, code(card)] for card in cards))

    totals = []
    for other, front in enumerate(state.front):
        if state.discards[other]:
            totals.append(IN_FRONT * worth(other, (*front, *state.kept(other))))
        else:
            held = worth(other, state.hands[other]) * (MOVER if other == seat else 1)
            totals.append(held + IN_FRONT * worth(other, front))
    choosing = state.discards.count(None) if any(state.discards) else NOT_YET
    totals[0] += IN_LINE * worth(MAX_PLAYERS, state.parade) + worth(MAX_PLAYERS, state.pile) + CHOOSING * choosing
    sum_of_all = sum(map(exp, totals))
    return [exp(total) / sum_of_all for total in totals]
