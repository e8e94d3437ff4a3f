"""Weights fitted to rollouts.

Greedy players are players whose weights know only the face value of what they take. From their games better weights
are learned: at some decisions every candidate is played out many times among such players, and the weights are those
that predict its worth with the least squared error (``data.py``). Players with these weights are then studied in the
same way.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from wonderland.bots.parade.evaluation.weights import LAY_VALUE, LEADS, SCALE, STAGES, TAKE, VALUES, WEIGHTS_SIZE
from wonderland.sim.arguments import players_of, seed_of, whole
from wonderland.sim.kernel.layout import PACK
from wonderland.sim.runs.threads import Progress, run_in_chunks
from wonderland.training.table.data import study_games
from wonderland.training.table.match import play_match

Weights = NDArray[np.int64]

#: Weights learned one from the other: the first from greedy players, the second from players with the first.
LEARNING_ROUNDS = 2
#: Worlds in which each candidate is played out.
WORLDS_PER_DECISION = 32
#: Ridge regression: weights of features that were seen in few decisions, perhaps by luck, stay near zero.
RIDGE_PENALTY = 2.0
#: Games of a thread between two reports of progress.
GAMES_PER_CHUNK = 50


def learn(players: int, games: int, seed: int = 0, threads: int = 1, progress: Progress | None = None) -> Weights:
    """Learn weights for a number of players, from ``games`` games per learning round."""
    players_of(players)
    whole(games, 1, 1 << 40, "games")
    weights = greedy_weights()
    for number in range(LEARNING_ROUNDS):
        weights = improve(players, weights, games, seed + number, threads, progress)
    return weights


def greedy_weights() -> Weights:
    """What a greedy player looks at: a point a card taken and its value; of equals the highest card is laid."""
    weights = np.zeros(WEIGHTS_SIZE, np.int64)
    taking = weights[TAKE : TAKE + STAGES * LEADS * 4].reshape(-1, 4)
    taking[:, :2] = 16
    weights[LAY_VALUE : LAY_VALUE + STAGES * LEADS * VALUES].reshape(-1, VALUES)[:] = -np.arange(VALUES)
    return weights


def improve(
    players: int, weights: Weights, games: int, seed: int, threads: int = 1, progress: Progress | None = None
) -> Weights:
    """The weights that predict best what is good among players with the given ones."""
    all_equations: list[tuple[NDArray[np.float64], NDArray[np.float64]]] = []

    def make_worker() -> Callable[[int, int], None]:
        equations = np.zeros((WEIGHTS_SIZE, WEIGHTS_SIZE)), np.zeros(WEIGHTS_SIZE)
        all_equations.append(equations)
        word, seats, pack = seed_of(seed), (0,) * players, PACK.copy()
        return lambda low, high: study_games(seats, word, low, high, WORLDS_PER_DECISION, weights, pack, equations)

    run_in_chunks(0, games, GAMES_PER_CHUNK, threads, make_worker, progress)
    products, sums = (np.sum([equations[part] for equations in all_equations], axis=0) for part in range(2))
    solution = np.linalg.solve(products + RIDGE_PENALTY * np.eye(WEIGHTS_SIZE), sums)
    better: Weights = np.rint(solution * SCALE).astype(np.int64)
    return better


def win_share(players: int, weights: Weights, games: int, seed: int = 0) -> float:
    """The share of its games that a player with these weights wins among greedy players, each deal from every seat.

    >>> round(win_share(2, greedy_weights(), 2000), 1)
    0.5
    """
    shares = np.zeros(games)
    play_match((0,) * players, seed_of(seed), 0, games, weights, PACK.copy(), shares)
    return float(shares.mean())
