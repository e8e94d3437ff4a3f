"""Histograms of a run of games, and the rates and means they give, with confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.figures.measure import Measure, measure_to_dict
from wonderland.games.parade.cards import COLOURS
from wonderland.sim.kernel import layout

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Statistics:
    """Histograms of the games ``start`` to ``start + games`` of a seed. Seats in turn order: 0 is the first player."""

    players: int
    games: int
    seed: int
    start: int
    policies: tuple[str, ...]
    counts: Counts

    @property
    def score_counts(self) -> Counts:
        """Per seat, how often each score from 0 to 330 came."""
        return self._seats(layout.COUNT_SCORE, layout.SCORE_VALUES)

    @property
    def card_counts(self) -> Counts:
        """Per seat, how often each number of cards lay in front at the end."""
        return self._seats(layout.COUNT_CARDS, layout.DECK_SIZE + 1)

    @property
    def lowest_counts(self) -> Counts:
        """How often each score won."""
        return self._part(layout.COUNT_LOWEST, layout.SCORE_VALUES)

    @property
    def ply_counts(self) -> Counts:
        """How often a game had each number of turns."""
        return self._part(layout.COUNT_PLIES, layout.PLY_VALUES)

    @property
    def trigger_counts(self) -> Counts:
        """How often the last round was begun by each turn, counted from 1."""
        return self._part(layout.COUNT_TRIGGER, layout.PLY_VALUES)

    @property
    def trigger_seat_counts(self) -> Counts:
        """How often each seat began the last round."""
        return self._part(layout.COUNT_TRIGGER_SEATS, layout.MAX_PLAYERS)[: self.players]

    @property
    def cause_counts(self) -> dict[str, int]:
        """How often the last round began by colours alone, by the empty pile alone, or by both."""
        counts = self._part(layout.COUNT_CAUSES, 4)
        return {
            "colours": int(counts[layout.BY_COLOURS]),
            "pile": int(counts[layout.BY_PILE]),
            "both": int(counts[layout.BY_COLOURS | layout.BY_PILE]),
        }

    @property
    def win_counts(self) -> Counts:
        """Per seat and number of players who share a win (0 to ``players``), how often."""
        return self._seats(layout.COUNT_WINS, layout.MAX_PLAYERS + 1)[:, : self.players + 1]

    @property
    def turned_counts(self) -> Counts:
        """Per colour and number of players who turned it over (0 to ``players``), how often."""
        counts = self._part(layout.COUNT_TURNED, len(COLOURS) * (layout.MAX_PLAYERS + 1))
        return counts.reshape(len(COLOURS), -1)[:, : self.players + 1]

    def wins(self, seat: int) -> Measure:
        """The rate at which a seat wins; a win shared by k players counts 1/k."""
        won = self.win_counts[seat].copy()
        won[0] = self.games - won.sum()
        return Measure.of(np.array([0.0, *(1 / k for k in range(1, self.players + 1))]), won)

    def score(self, seat: int) -> Measure:
        """The mean score of a seat."""
        return _mean(self.score_counts[seat])

    def cards(self, seat: int) -> Measure:
        """The mean number of cards in front of a seat at the end."""
        return _mean(self.card_counts[seat])

    @property
    def lowest(self) -> Measure:
        """The mean of the winning scores."""
        return _mean(self.lowest_counts)

    @property
    def plies(self) -> Measure:
        """The mean number of turns."""
        return _mean(self.ply_counts)

    def rate(self, count: int) -> Measure:
        """How often something happened, of all games."""
        return Measure.rate(count, self.games)

    def to_dict(self) -> dict[str, Any]:
        """Everything, for programs: ``wonderland simulate --json`` prints it."""
        return {
            "game": "parade",
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "start": self.start,
            "policies": list(self.policies),
            "seats": [self._seat(seat) for seat in range(self.players)],
            "plies": {**measure_to_dict(self.plies), "counts": _histogram(self.ply_counts)},
            "trigger": {"counts": _histogram(self.trigger_counts), "seats": self.trigger_seat_counts.tolist()},
            "ends": {
                cause: {"count": count, **measure_to_dict(self.rate(count), "rate")}
                for cause, count in self.cause_counts.items()
            },
            "lowest": {**measure_to_dict(self.lowest), "counts": _histogram(self.lowest_counts)},
            "majorities": {colour: counts.tolist() for colour, counts in zip(COLOURS, self.turned_counts, strict=True)},
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        won = self.win_counts[seat]
        return {
            "wins": {**measure_to_dict(self.wins(seat), "rate"), "alone": int(won[1]), "shared": int(won[2:].sum())},
            "score": {**measure_to_dict(self.score(seat)), "counts": _histogram(self.score_counts[seat])},
            "cards": {**measure_to_dict(self.cards(seat)), "counts": _histogram(self.card_counts[seat])},
        }

    def _part(self, start: int, length: int) -> Counts:
        return self.counts[start : start + length]

    def _seats(self, start: int, length: int) -> Counts:
        return self._part(start, layout.MAX_PLAYERS * length).reshape(layout.MAX_PLAYERS, length)[: self.players]


def quantile(counts: Counts, part: float) -> int:
    """The value below or at which this part of the games lies."""
    return int(np.searchsorted(np.cumsum(counts), part * counts.sum()))


def spread(counts: Counts) -> float:
    """The standard deviation of what was counted."""
    values, total = np.arange(len(counts)), counts.sum()
    mean = (values * counts).sum() / total
    return float(sqrt(((values - mean) ** 2 * counts).sum() / total))


def _mean(counts: Counts) -> Measure:
    return Measure.of(np.arange(len(counts)), counts)


def _histogram(counts: Counts) -> list[int]:
    """The counts without the empty tail."""
    return [int(count) for count in np.trim_zeros(counts, "b")]
