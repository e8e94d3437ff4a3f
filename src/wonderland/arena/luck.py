"""The luck in a match: its evaluator, fixed beforehand by its name, and how much of the luck is subtracted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wonderland.arena.intervals import ROUNDING_VARIANCE
from wonderland.bots import registry
from wonderland.core.errors import NotAllowed

PRIOR_DEALS = 20  #: deals whose weight the assumption has that all of the luck should be subtracted

if TYPE_CHECKING:
    from wonderland.arena.match import Match
    from wonderland.bots.evaluator import Evaluator


def find_evaluator(game: str, players: int) -> Evaluator:
    """The evaluator of a game at tables of this size, or an error that says that it has none."""
    evaluator = registry.kit(game).evaluator(players)
    if evaluator is None:
        raise NotAllowed("arena_no_evaluator", game=game, key="--luck-adjusted")
    return evaluator


def evaluator_of(match: Match) -> Evaluator | None:
    """The evaluator that a match was begun with, None if it has none; refused where it is no longer the same."""
    if match.evaluator is None:
        return None
    found = find_evaluator(match.game, match.players)
    if found.name != match.evaluator:
        raise NotAllowed("arena_other_evaluator", there=match.evaluator, here=found.name)
    return found


class LuckRegression:
    """How much of the luck that an evaluator finds should be subtracted from results, by the deals so far.

    An evaluator takes all players to be alike. Where one is far better, a lucky draw changes its result less than the
    evaluator says. The slope of results on luck tells how much less; it is used for *later* deals only. Their
    luck is zero on average whatever it is multiplied by, so results adjusted in this way are right on average.
    """

    def __init__(self) -> None:
        self._deals = 0
        self._means: dict[str, tuple[float, float]] = {}
        #: Over all bots: the sums of the products of results and luck, and of the squares of luck, about their means.
        self._products = self._squares = 0.0

    @property
    def part(self) -> float:
        """The part of the luck that is subtracted from the next deal's results: at first all of it."""
        slope = self._products / self._squares if self._squares > ROUNDING_VARIANCE else 1.0
        return (self._deals * slope + PRIOR_DEALS) / (self._deals + PRIOR_DEALS)

    def add_deal(self, shares: Mapping[str, float], luck: Mapping[str, float]) -> None:
        """Add the mean share and luck of each bot in one deal."""
        self._deals += 1
        for bot, share in shares.items():
            mean_share, mean_luck = self._means.get(bot, (0.0, 0.0))
            step, luck_step = share - mean_share, luck[bot] - mean_luck
            mean_share, mean_luck = mean_share + step / self._deals, mean_luck + luck_step / self._deals
            self._means[bot] = mean_share, mean_luck
            self._products += step * (luck[bot] - mean_luck)
            self._squares += luck_step * (luck[bot] - mean_luck)
