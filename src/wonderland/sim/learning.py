"""Taste learned from rollouts: ``python -m wonderland.sim.learning --players 4 --games 14000 --out taste.json``.

Greedy players are players of taste whose table knows only the face value of what they take. From their games a
better table is learned: at some decisions every candidate is played out many times among such players, and the
entries are those that foretell its worth with the least squared error (``lessons.py``). Players of that table
are then studied in the same way.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wonderland.sim.blocks import Progress, in_blocks
from wonderland.sim.checking import players_of, seed_of, whole
from wonderland.sim.layout import PACK
from wonderland.sim.lessons import study
from wonderland.sim.sparring import spar
from wonderland.sim.taste import LEADS, PLAY, PRICE, SCALE, SIZE, STAGES, VALUES

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


class _Told:
    """How far it has come, on a terminal."""

    def __init__(self, wanted: int) -> None:
        self.done, self.wanted = 0, wanted

    def __call__(self, games: int) -> None:
        self.done += games
        if sys.stderr.isatty():
            end = "" if self.done < self.wanted else "\n"
            print(f"\r{self.done:,} of {self.wanted:,} games", end=end, file=sys.stderr, flush=True)


def main() -> None:
    """Learn a table, and write it into a file like ``taste.json``, beside those for other numbers of players."""
    parser = ArgumentParser("python -m wonderland.sim.learning", description="Learn what moves of Parade cost.")
    parser.add_argument("--players", type=int, choices=range(2, 7), required=True)
    parser.add_argument("--games", type=int, default=14000, help="games a round (14000, some minutes)")
    parser.add_argument("--seed", type=int, default=0, help="which games")
    parser.add_argument("--threads", type=int, default=1, help="at most a core each (1)")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the table goes")
    options = parser.parse_args()
    try:
        tables = json.loads(options.out.read_text("utf-8")) if options.out.exists() else {}
        options.out.touch()
    except (OSError, ValueError) as problem:
        parser.error(f"--out {options.out}: {problem}")
    told = _Told(ROUNDS * options.games)
    try:
        table = learn(options.players, options.games, options.seed, options.threads, told)
    except KeyboardInterrupt:
        sys.exit(130)
    tables[str(options.players)] = table.tolist()
    rows = (f'"{number}": {json.dumps(tables[number], separators=(",", ":"))}' for number in sorted(tables))
    options.out.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    games = 10_000 * options.players
    won, even = sparred(options.players, table, games), 1 / options.players
    print(f"{100 * won:.1f} % of {games:,} games won among greedy players, where {100 * even:.1f} % would be even")


if __name__ == "__main__":
    main()
