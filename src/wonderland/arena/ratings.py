"""Ratings from the order in which bots finish (openskill's Plackett–Luce), game after game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Rating(NamedTuple):
    """A bot's strength as openskill sees it (25 before the first game) and the uncertainty of that."""

    mu: float
    sigma: float


class Ratings:
    """The ratings of everyone who has played.

    >>> ratings = Ratings()
    >>> for _ in range(10):
    ...     ratings.add(["queen", "greedy", "greedy"], [1, 2, 3])
    >>> ratings.of("queen").mu > 25 > ratings.of("greedy").mu
    True
    """

    def __init__(self) -> None:
        # Imported here: only a match needs it.
        from openskill.models import PlackettLuce

        # Bots do not grow better or worse meanwhile, so nothing is added to the uncertainty between games.
        self._model = PlackettLuce(tau=0.0)
        self._ratings: dict[str, Any] = {}

    def add(self, seating: Sequence[str], places: Sequence[int]) -> None:
        """One game. A bot with several seats moves by the mean of what its seats would."""
        if len(set(seating)) < 2:
            return
        before = [self._rating(bot) for bot in seating]
        after = self._model.rate([[self._copy(rating)] for rating in before], ranks=list(places))
        for bot in dict.fromkeys(seating):
            seats = [team[0] for team, name in zip(after, seating, strict=True) if name == bot]
            rating = self._ratings[bot]
            rating.mu = sum(seat.mu for seat in seats) / len(seats)
            rating.sigma = sum(seat.sigma for seat in seats) / len(seats)

    def of(self, bot: str) -> Rating:
        rating = self._rating(bot)
        return Rating(rating.mu, rating.sigma)

    def _rating(self, bot: str) -> Any:
        if bot not in self._ratings:
            self._ratings[bot] = self._model.rating()
        return self._ratings[bot]

    def _copy(self, rating: Any) -> Any:
        return self._model.rating(mu=rating.mu, sigma=rating.sigma)
