"""Who wins from which seat, when and why games end, and what a majority is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.bots.parade.network.weights import CARD, load_network
from wonderland.figures.measure import Measure
from wonderland.games.parade.scoring import majority_lead
from wonderland.lab.final_games import (
    FRONT_COLUMNS,
    FRONT_COUNT,
    FRONT_VALUES,
    GAME_CAUSES,
    GAME_COLUMNS,
    GAME_TURNS,
    SEAT_CARDS,
    SEAT_COLUMNS,
    SEAT_POINTS,
    SEAT_SHARE,
    play_to_ends,
)
from wonderland.lab.studies import SEED, Numbers, clustered_mean, in_threads, mean
from wonderland.sim import statistics
from wonderland.sim.kernel.layout import BY_COLOURS, BY_PILE, COLOURS, PACK

#: Players who are compared: at random, taking the least, and the card network.
POLICIES = ("random", "greedy", "network")
CAUSES = {"colours": BY_COLOURS, "pile": BY_PILE, "both": BY_COLOURS | BY_PILE}
#: More majorities than these are counted together.
MAX_MAJORITIES = 4
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Ends:
    """How games among card networks ended; see :mod:`wonderland.lab.final_games`. Seats are in turn order."""

    players: int
    #: (games, ``GAME_COLUMNS``), (games, players, ``SEAT_COLUMNS``), (games, players, colours, ``FRONT_COLUMNS``)
    games: Numbers
    seats: Numbers
    fronts: Numbers

    @property
    def shares(self) -> Numbers:
        """Everybody's share of the win."""
        return self.seats[:, :, SEAT_SHARE]


def ends_of(players: int, games: int, seed: int = SEED, threads: int = 1) -> Ends:
    """How so many games ended.

    >>> ends_of(2, games=10).shares.sum(axis=1).tolist() == [1.0] * 10
    True
    """
    ends = np.zeros((games, GAME_COLUMNS), np.float32)
    seats = np.zeros((games, players, SEAT_COLUMNS), np.float32)
    fronts = np.zeros((games, players, COLOURS, FRONT_COLUMNS), np.float32)
    network = load_network(CARD, players)

    def play(start: int, stop: int) -> None:
        rows = slice(start, stop)
        # A shuffle moves cards of the pack and puts them back: no two threads may share one.
        out = ends[rows], seats[rows], fronts[rows]
        play_to_ends((0,) * players, np.uint64(seed), start, stop, network, PACK.copy(), *out)

    in_threads(play, games, threads)
    return Ends(players, ends, seats, fronts)


def seats_and_ends(ends: Ends, games: int, threads: int = 1) -> dict[str, Any]:
    """For each kind of player: each seat's share of the win, the turns of a game, and what began the last round.

    Random and greedy players play ``games`` games; the card network's are those of ``ends``.
    """
    found: dict[str, Any] = {}
    for policy in POLICIES[:2]:
        run = statistics(ends.players, games, seed=SEED, policy=policy, threads=threads)
        found[policy] = {
            "games": run.games,
            "seats": [run.wins(seat) for seat in range(ends.players)],
            "turns": run.plies,
            "ends": {cause: run.rate(count) for cause, count in run.cause_counts.items()},
        }
    causes = ends.games[:, GAME_CAUSES].astype(int)
    found["network"] = {
        "games": len(causes),
        "seats": [mean(ends.shares[:, seat]) for seat in range(ends.players)],
        "turns": mean(ends.games[:, GAME_TURNS]),
        "ends": {cause: Measure.rate(int((causes == code).sum()), len(causes)) for cause, code in CAUSES.items()},
    }
    return found


def majorities(ends: Ends) -> Flags:
    """Which seat turned which colour over (P8): the most cards of it; of two players, two cards more."""
    counts = ends.fronts[:, :, :, FRONT_COUNT]
    most = counts.max(axis=1, keepdims=True)
    found: Flags = (counts == most) & (counts > 0)
    if needed := majority_lead(ends.players):
        found &= 2 * most - counts.sum(axis=1, keepdims=True) >= needed
    return found


def shares_by_points(points: Numbers, cards: Numbers) -> Numbers:
    """Everybody's share of the win: the fewest points, of equals the fewest cards; else it is shared (P10)."""
    rank = points * 100 + cards
    winners = rank == rank.min(axis=1, keepdims=True)
    return np.asarray(winners / winners.sum(axis=1, keepdims=True), np.float32)


def majorities_worth(ends: Ends) -> dict[str, Any]:
    """What majorities are worth: the win by how many one has, and what one of them saves.

    ``points``: what turning over saves. ``share``: how much less of the win its owner would have if this one colour had
    counted at its printed values, all else being equal. The intervals have one error a game: the seats of a game and
    the colours of a seat are not independent.
    """
    turned, counts, values = majorities(ends), ends.fronts[..., FRONT_COUNT], ends.fronts[..., FRONT_VALUES]
    points, cards = ends.seats[:, :, SEAT_POINTS], ends.seats[:, :, SEAT_CARDS]
    number = turned.sum(axis=2)
    game_of = np.broadcast_to(np.arange(len(points))[:, None], number.shape)
    saved = values - counts
    lost = np.zeros_like(saved)
    for seat in range(ends.players):
        for colour in range(COLOURS):
            printed = points.copy()
            printed[:, seat] += np.where(turned[:, seat, colour], saved[:, seat, colour], 0)
            lost[:, seat, colour] = ends.shares[:, seat] - shares_by_points(printed, cards)[:, seat]
    colour_games = np.broadcast_to(game_of[:, :, None], turned.shape)
    by_number = [number == count for count in range(MAX_MAJORITIES)] + [number >= MAX_MAJORITIES]
    return {
        "majorities": mean(number.mean(axis=1)),
        "points": clustered_mean(saved[turned], colour_games[turned]),
        "share": clustered_mean(lost[turned], colour_games[turned]),
        "often": [clustered_mean(rows.ravel(), game_of.ravel()) for rows in by_number],
        "wins": [clustered_mean(ends.shares[rows], game_of[rows]) for rows in by_number],
    }
