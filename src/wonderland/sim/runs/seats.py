"""Results by the table's seats, where each has its policy; everything else counts seats in turn order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from wonderland.figures.measure import Measure, measure_to_dict
from wonderland.sim.runs.results import Games


@dataclass(frozen=True)
class Seat:
    """How one seat of the table did."""

    policy: str
    #: A win shared by k players counts 1/k.
    wins: Measure
    score: Measure

    def to_dict(self) -> dict[str, Any]:
        """The seat for programs."""
        return {"policy": self.policy, "wins": measure_to_dict(self.wins, "rate"), "score": measure_to_dict(self.score)}


def by_seat(games: Games) -> list[Seat]:
    """One line for each seat of the table, whoever began.

    >>> from wonderland.sim import simulate
    >>> greedy, *others = by_seat(simulate(3, 2000, seed=1, policy=["greedy", "random", "random"]))
    >>> greedy.policy, greedy.wins.mean > others[0].wins.mean
    ('greedy', True)
    """
    shares = games.winners / np.maximum(games.winners.sum(axis=1, keepdims=True), 1)
    return [
        Seat(games.policies[seat], _measure(shares[:, seat]), _measure(games.scores[:, seat]))
        for seat in range(games.players)
    ]


def _measure(values: np.ndarray) -> Measure:
    return Measure.of(*np.unique(values, return_counts=True))
