"""Games of bots at one table: how strong each is, and how much of a result is luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from wonderland.arena import Match, MatchRunner
from wonderland.arena.play_game import play_game
from wonderland.bots.bot import Budget
from wonderland.bots.registry import make
from wonderland.core.errors import WonderlandError
from wonderland.datasets.plan import FreshDeals
from wonderland.figures.measure import Measure
from wonderland.lab.studies import SEED, ratio
from wonderland.parallel.executor import WorkerLost
from wonderland.parallel.processes import Processes
from wonderland.review.parade.report import ParadeReport
from wonderland.review.parade.reviewer import ParadeReviewer
from wonderland.review.reviewer import ReviewSettings

#: Whose strength is measured: one of them at a table of hatters.
BOTS = ("random", "dormouse", "rabbit", "greedy", "cat", "queen", "alice:net", "alice")
SEARCHING_BOTS = ("cat", "queen", "alice")
OPPONENT = "hatter"
#: Milliseconds a decision, more than any needs: rollouts decide, so that the games are the same on every machine.
TIME_LIMIT = 600_000
#: Tables whose games are reviewed, by number of players: equals who hardly err, equals who err, and a mixture.
TABLES: dict[int, dict[str, tuple[str, ...]]] = {
    2: {
        "network": ("alice:net", "alice:net"),
        "hatter": ("hatter", "hatter"),
        "mixed": ("rabbit", "alice:net"),
    },
    4: {
        "network": ("alice:net",) * 4,
        "hatter": ("hatter",) * 4,
        "mixed": ("dormouse", "rabbit", "hatter", "alice:net"),
    },
}
#: Sampled worlds a decision of these reviews: their noise is independent of the results, so it need not be small.
WORLDS = 50
#: Why a result is not the fair share; the last is what everybody's errors did.
PARTS = ("deal", "draws", "hidden", "errors")


def strength(bot: str, players: int, games: int, rollouts: int | None, jobs: int = 1) -> Measure:
    """The share of the win of one bot at a table of hatters, every deal in each seat, without the luck of the cards.

    >>> strength("random", players=2, games=20, rollouts=50).mean < 0.4
    True
    """
    match = Match.of(
        [bot, *[OPPONENT] * (players - 1)], players, SEED, Budget(TIME_LIMIT, rollouts), luck_adjusted=True
    )
    runner = MatchRunner(match, games)
    runner.play(jobs)
    return runner.results.adjusted_wins(match.bots[0])


def reviews(players: int, table: str, games: int, jobs: int = 1) -> list[ParadeReport]:
    """The reviews of so many games at a table of bots; who sits where changes from game to game."""
    work = ReviewedGames(FreshDeals.of(TABLES[players][table], players, SEED))
    return list(Processes(jobs).run(work, range(games)))


@dataclass(frozen=True)
class ReviewedGames:
    """Games of a match, reviewed; each is a task."""

    match: FreshDeals

    @contextmanager
    def start(self) -> Iterator[Callable[[int], ParadeReport]]:
        """The function that plays a game and reviews it."""
        yield self._review

    def _review(self, number: int) -> ParadeReport:
        seats = self.match.deal_and_seating(number)[1]
        bots = [make(bot, self.match.bot_seed(number, seat)) for seat, bot in enumerate(seats)]
        _, record = play_game(self.match, number, bots)
        record.pop("arena")
        return ParadeReviewer().review(record, ReviewSettings(SEED, WORLDS))

    def lost(self, task: int, how: WonderlandError) -> WorkerLost:
        """A process has died of a game."""
        return WorkerLost("worker_lost", game=task, how=how)


def luck_parts(reports: list[ParadeReport]) -> dict[str, Measure]:
    """How much of what results differ from the fair share is due to each kind of luck, and to errors.

    Result − fair share is a sum, so the variance of the result is the sum of the parts' covariances with it. A part
    may be negative if it works against the others. The intervals have one error a game.
    """
    covariances = {part: np.zeros(len(reports)) for part in PARTS}
    squares = np.zeros(len(reports))
    for number, report in enumerate(reports):
        assert report.result is not None
        for luck, result in zip(report.luck, report.result, strict=True):
            off = result - report.fair
            errors = luck.others_errors - luck.own_errors
            for part, value in zip(PARTS, (luck.deal, luck.draws, luck.hidden, errors), strict=True):
                covariances[part][number] += value * off
            squares[number] += off * off
    return {part: ratio(covariances[part], squares) for part in PARTS}


def losses(reports: list[ParadeReport]) -> Measure:
    """Thousandths of a win that these players lost a decision."""
    counted = [[play.decisions for play in report.play] for report in reports]
    lost = [[play.decisions * play.per_mille for play in report.play] for report in reports]
    return ratio(np.array(lost).sum(axis=1), np.array(counted).sum(axis=1))
