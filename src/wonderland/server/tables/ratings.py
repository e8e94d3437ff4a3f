"""Ratings of people, one a game, by openskill's Plackett–Luce: from the order in which a game's players came.

This module alone decides how a rating is displayed: ``1000 + 40 · (mu − 3 · sigma)``, rounded. It is a conservative
estimate (three standard deviations below the mean), so it also rises as sigma falls. A new player has mu 25 and
sigma 25/3, displayed as 1000; an average player reaches about 1700 after fifty games.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from wonderland.server.store.game_store import ArchivedSeat

RATING_OFFSET, RATING_SCALE = 1_000, 40

# ---- who stands in a leaderboard ----
MIN_RATED_GAMES = 5  #: rated games
MAX_ESTABLISHED_SIGMA = 7.2  #: the largest sigma: after five games of two, or seven of four


class Skill(msgspec.Struct, frozen=True):
    """How strong somebody probably is, and how unsure we are of that."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def displayed(self) -> int:
        """The rating that people see.

        >>> Skill().displayed, Skill(27.0, 5.0).displayed
        (1000, 1480)
        """
        return round(RATING_OFFSET + RATING_SCALE * (self.mu - 3 * self.sigma))


def rate(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Everybody's skill after a game in which they came in these places.

    >>> winner, loser = rate([Skill(), Skill()], [1, 2])
    >>> winner.displayed, loser.displayed
    (1138, 927)
    """
    model = _model()
    before = [[model.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    return [Skill(after.mu, after.sigma) for [after] in model.rate(before, ranks=list(places))]


def displayed_ratings(seat: ArchivedSeat) -> tuple[int, int]:
    """The ratings that people see, before and after a rated game, of one of its seats."""
    return _displayed(seat.mu_before, seat.sigma_before), _displayed(seat.mu_after, seat.sigma_after)


def _displayed(mu: float | None, sigma: float | None) -> int:
    assert mu is not None
    assert sigma is not None
    return Skill(mu, sigma).displayed


@cache
def _model() -> Any:
    # Imported here: a server where only bots are played with needs no openskill. People grow better or worse
    # meanwhile, so, other than in the arena, each game adds a little to the uncertainty.
    from openskill.models import PlackettLuce

    return PlackettLuce()
