"""Ratings from the order in which bots finish (openskill's Plackett–Luce), game after game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple


class Rating(NamedTuple):
    """A bot's strength as openskill estimates it (25 before the first game), and its standard deviation."""

    mu: float
    sigma: float


class Ratings:
    """The ratings of the bots of a match.

    >>> ratings = Ratings()
    >>> for _ in range(10):
    ...     ratings.add(["queen", "greedy", "greedy"], [1, 2, 3])
    >>> ratings.of("queen").mu > 25 > ratings.of("greedy").mu
    True
    """

    def __init__(self) -> None:
        self._ratings: dict[str, Any] = {}
        #: Games that are rated when a rating is asked for.
        self._unrated: list[tuple[Sequence[str], Sequence[int]]] = []

    def add(self, seating: Sequence[str], places: Sequence[int]) -> None:
        """Add a game; games are added in the order they were played."""
        if len(set(seating)) > 1:
            self._unrated.append((seating, places))

    def of(self, bot: str) -> Rating:
        for seating, places in self._unrated:
            self._rate(seating, places)
        self._unrated.clear()
        rating = self._rating(bot)
        return Rating(rating.mu, rating.sigma)

    @cached_property
    def _model(self) -> Any:
        # Imported here: openskill is needed only where a rating is asked for.
        from openskill.models import PlackettLuce

        # Bots do not learn during a match, so no uncertainty is added between games.
        return PlackettLuce(tau=0.0)

    def _rate(self, seating: Sequence[str], places: Sequence[int]) -> None:
        """Rate one game. A bot with several seats gets the mean of its seats' new ratings."""
        before = [self._rating(bot) for bot in seating]
        after = self._model.rate([[self._copy(rating)] for rating in before], ranks=list(places))
        for bot in dict.fromkeys(seating):
            seats = [team[0] for team, name in zip(after, seating, strict=True) if name == bot]
            rating = self._ratings[bot]
            rating.mu = sum(seat.mu for seat in seats) / len(seats)
            rating.sigma = sum(seat.sigma for seat in seats) / len(seats)

    def _rating(self, bot: str) -> Any:
        if bot not in self._ratings:
            self._ratings[bot] = self._model.rating()
        return self._ratings[bot]

    def _copy(self, rating: Any) -> Any:
        return self._model.rating(mu=rating.mu, sigma=rating.sigma)
