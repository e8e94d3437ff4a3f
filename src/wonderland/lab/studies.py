"""Studies as arrays: decisions with their cards, shares of the win, and last choices."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.bots.parade.network.weights import CARD, load_network
from wonderland.figures.measure import Z_95, Measure
from wonderland.lab.columns import CARD_COLUMNS, CHOICE_COLUMNS, DECISION_COLUMNS, PLIES
from wonderland.lab.games import play_games, study_decisions
from wonderland.lab.rules_of_thumb import NO_RULE
from wonderland.sim.kernel.layout import HAND_SIZE, PACK

Numbers = NDArray[np.float32]
#: A card that is worse by this share of the win is laid e times less often, in every other game.
TEMPERATURE = 0.05
#: The seed of the article's games: the same command gives the same numbers.
SEED = 16


@dataclass(frozen=True)
class Decisions:
    """Decisions of games among card networks, one of each game; see :mod:`wonderland.lab.columns`."""

    players: int
    #: (decisions, ``DECISION_COLUMNS``) and (decisions, 5, ``CARD_COLUMNS``)
    decisions: Numbers
    cards: Numbers


def decisions_of(
    players: int, games: int, turns: int | None = None, playing_out: bool = False, exchanging: bool = False,
    seed: int = SEED, threads: int = 1,
) -> Decisions:  # fmt: skip
    """One decision of each of so many games, at a random one of the first ``turns``; of games that lasted that long.

    >>> study = decisions_of(2, games=20, turns=4)
    >>> study.cards.shape
    (20, 5, 14)
    """
    decisions = np.zeros((games, DECISION_COLUMNS), np.float32)
    cards = np.zeros((games, HAND_SIZE, CARD_COLUMNS), np.float32)
    # The pile lasts so many turns, then everybody has one more.
    turns = turns or 60 - 5 * players + players
    fixed = TEMPERATURE, playing_out, exchanging, load_network(CARD, players)

    def play(start: int, stop: int) -> None:
        rows = slice(start, stop)
        # A shuffle moves cards of the pack and puts them back: no two threads may share one.
        study_decisions(
            (0,) * players, np.uint64(seed), start, stop, turns, *fixed, PACK.copy(), decisions[rows], cards[rows]
        )  # fmt: skip

    in_threads(play, games, threads)
    lasted = decisions[:, PLIES] >= 0
    return Decisions(players, decisions[lasted], cards[lasted])


def shares_of(players: int, games: int, rule: int = NO_RULE, seed: int = SEED, threads: int = 1) -> Numbers:
    """Everybody's share of the win in games among card networks, in turn order.

    With a rule of thumb each deal is played ``players`` times, game ``g`` with the rule in seat ``g % players``.

    >>> shares_of(2, games=10).sum(axis=1).tolist() == [1.0] * 10
    True
    """
    return _games(players, games, rule, seed, threads, choices=0)[0]


def choices_of(players: int, games: int, seed: int = SEED, threads: int = 1) -> Numbers:
    """One last choice of each game (P7), with the share of the win that each pair would have brought."""
    return _games(players, games, NO_RULE, seed, threads, choices=games)[1]


def _games(players: int, games: int, rule: int, seed: int, threads: int, choices: int) -> tuple[Numbers, Numbers]:
    shares, found = np.zeros((games, players), np.float32), np.zeros((choices, CHOICE_COLUMNS), np.float32)
    fixed = rule, load_network(CARD, players)

    def play(start: int, stop: int) -> None:
        rows = slice(start, stop)
        play_games((0,) * players, np.uint64(seed), start, stop, *fixed, PACK.copy(), shares[rows], found[rows])

    in_threads(play, games, threads)
    return shares, found


def mean(values: NDArray[Any]) -> Measure:
    """The mean of independent values, with a normal 95 % interval.

    >>> mean(np.array([0.0, 1.0, 0.0, 1.0])).mean
    0.5
    """
    if len(values) < 2:
        return Measure(float(values[0]) if len(values) else float("nan"), float("nan"))
    return Measure(float(np.mean(values)), float(Z_95 * np.std(values, ddof=1) / len(values) ** 0.5))


def clustered_mean(values: NDArray[Any], clusters: NDArray[Any]) -> Measure:
    """The mean of values of which those of one cluster (a game, a hand) are not independent of one another.

    One standard error a cluster: the interval is that of a ratio of two sums over clusters.

    >>> once = np.array([0.0, 1.0, 0.0, 1.0])
    >>> round(clustered_mean(once, np.arange(4)).margin, 9) == round(mean(once).margin, 9)
    True
    >>> round(clustered_mean(np.repeat(once, 5), np.repeat(np.arange(4), 5)).margin, 9) == round(mean(once).margin, 9)
    True
    """
    if len(values) == 0:
        return Measure(float("nan"), float("nan"))
    _, numbers = np.unique(clusters, return_inverse=True)
    numbers = numbers.ravel()
    sums, sizes = np.bincount(numbers, weights=values), np.bincount(numbers)
    return ratio(sums, sizes)


def clustered_rate(happened: NDArray[Any], clusters: NDArray[Any]) -> Measure:
    """How often something happened where cases of one cluster are not independent: as of fewer independent cases."""
    total = len(happened)
    if total == 0:
        return Measure.rate(0, 0)
    share, spread = float(np.mean(happened)), clustered_mean(happened, clusters).margin / Z_95
    independent = share * (1 - share) / spread**2 if spread > 0 else total
    cases = min(independent, total)
    return Measure.rate(share * cases, cases)


def ratio(sums: NDArray[Any], sizes: NDArray[Any]) -> Measure:
    """The sum of ``sums`` by that of ``sizes``, of independent pairs of them, with a normal 95 % interval."""
    whole = float(sizes.sum())
    share = float(sums.sum()) / whole
    if len(sums) < 2:
        return Measure(share, float("nan"))
    return Measure(share, float(Z_95 * np.std(sums - share * sizes, ddof=1) * len(sums) ** 0.5 / whole))


def in_threads(play: Callable[[int, int], None], games: int, threads: int) -> None:
    """Play games ``start`` to ``stop`` of so many, in threads."""
    # A multiple of every number of players, so that a deal is not torn apart.
    size = -(-games // max(threads, 1) // 60) * 60
    with ThreadPoolExecutor(max(threads, 1)) as pool:
        for done in [pool.submit(play, start, min(start + size, games)) for start in range(0, games, size)]:
            done.result()
