"""Taste learned from rollouts.

Greedy players are players of taste whose table knows only the face value of what they take. From their games a
better table is learned: at some decisions every candidate is played out many times among such players, and the
entries are those that foretell its worth with the least squared error (``lessons.py``). Players of that table
are then studied in the same way.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from wonderland.bots.parade.evaluation.weights import LEADS, PLAY, PRICE, SCALE, SIZE, STAGES, VALUES
from wonderland.sim.arguments import players_of, seed_of, whole
from wonderland.sim.kernel.layout import PACK
from wonderland.sim.runs.threads import Progress, in_blocks
from wonderland.training.data import study
from wonderland.training.match import spar

Table = NDArray[np.int64]

#: Tables learned one from the other: the first from greedy players, the second from players of the first.
ROUNDS = 2
#: Worlds in which each candidate is played out.
WORLDS = 32
#: How strongly entries are held back: what was seen in so few decisions that it may be luck stays near nothing.
RIDGE = 2.0
#: Games between two looks at progress and interruption.
BLOCK = 50


def learn(players: int, games: int, seed: int = 0, threads: int = 1, progress: Progress | None = None) -> Table:
    """A table for a number of players, from so many games a round."""
    players_of(players)
    whole(games, 1, 1 << 40, "games")
    table = greedy_taste()
    for number in range(ROUNDS):
        table = improve(players, table, games, seed + number, threads, progress)
    return table


def greedy_taste() -> Table:
    """What a greedy player looks at: a point a card taken and its value; of equals the highest card is laid."""
    table = np.zeros(SIZE, np.int64)
    prices = table[PRICE : PRICE + STAGES * LEADS * 4].reshape(-1, 4)
    prices[:, :2] = 16
    table[PLAY : PLAY + STAGES * LEADS * VALUES].reshape(-1, VALUES)[:] = -np.arange(VALUES)
    return table


def improve(
    players: int, table: Table, games: int, seed: int, threads: int = 1, progress: Progress | None = None
) -> Table:
    """The table that foretells best what is good among players of the given one."""
    lessons: list[tuple[NDArray[np.float64], NDArray[np.float64]]] = []

    def worker() -> Callable[[int, int], None]:
        products, sums = np.zeros((SIZE, SIZE)), np.zeros(SIZE)
        lessons.append((products, sums))
        word, seats, pack = seed_of(seed), (0,) * players, PACK.copy()
        return lambda low, high: study(seats, word, low, high, WORLDS, table, pack, products, sums)

    in_blocks(0, games, BLOCK, threads, worker, progress)
    products, sums = (np.sum([lesson[part] for lesson in lessons], axis=0) for part in range(2))
    entries = np.linalg.solve(products + RIDGE * np.eye(SIZE), sums)
    better: Table = np.rint(entries * SCALE).astype(np.int64)
    return better


def sparred(players: int, table: Table, games: int, seed: int = 0) -> float:
    """The part of its games that a player with this table wins among greedy players, each deal from every seat.

    >>> round(sparred(2, greedy_taste(), 2000), 1)
    0.5
    """
    shares = np.zeros(games)
    spar((0,) * players, seed_of(seed), 0, games, table, PACK.copy(), shares)
    return float(shares.mean())
