"""The results of a match, added up deal by deal."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean

from wonderland.arena.game_result import GameResult, ThinkingStats
from wonderland.arena.head_to_head import HeadToHead
from wonderland.arena.intervals import (
    ROUNDING_VARIANCE,
    ConfidenceSequence,
    FixedLengthIntervals,
    Intervals,
    RunningMean,
)
from wonderland.arena.luck import LuckRegression
from wonderland.arena.match import Match
from wonderland.arena.ratings import Rating, Ratings
from wonderland.figures.measure import Measure

#: What is counted in every game beside its own measures: shares of the win, as they are and without luck, and the luck.
SHARE, ADJUSTED_SHARE, LUCK = "share", "adjusted share", "luck of the share"


class MatchResults:
    """Everything that the report shows. Games are added in order; a deal counts once all its games have been played."""

    def __init__(self, match: Match, anytime_valid: bool = False) -> None:
        """``anytime_valid``: use wider intervals, which hold whenever the match stops."""
        self.match = match
        self.anytime_valid = anytime_valid
        #: How many games have been added, and how many whole deals they make.
        self.games = self.deals = 0
        #: All decisions of each bot.
        self.thinking: dict[str, ThinkingStats] = dict.fromkeys(match.entrants, ThinkingStats())
        #: The deciding win shares after some of the deals, ever further apart.
        self.history: list[tuple[int, dict[str, Measure]]] = []
        self._intervals: Intervals = ConfidenceSequence() if anytime_valid else FixedLengthIntervals()
        self.head_to_head = HeadToHead(match, self._intervals)
        self._unfinished_deal: list[GameResult] = []
        self._ratings = Ratings()
        self._luck = LuckRegression()
        self._means: dict[tuple[str, str], RunningMean] = defaultdict(RunningMean)

    def add(self, result: GameResult) -> None:
        """Add the next game of the match."""
        assert result.number == self.games, "games are added in order"
        self.games += 1
        seating = self.match.deal_and_seating(result.number)[1]
        self._ratings.add(seating, result.places)
        for bot, thinking in zip(seating, result.thinking, strict=True):
            self.thinking[bot] += thinking
        self._unfinished_deal.append(result)
        if len(self._unfinished_deal) == len(self.match.seatings):
            self._add_deal(self._unfinished_deal)
            self._unfinished_deal = []

    def _add_deal(self, games: list[GameResult]) -> None:
        luck_part = self._luck.part
        values_of: dict[tuple[str, str], list[float]] = defaultdict(list)
        for result, seating in zip(games, self.match.seatings, strict=True):
            shares = {SHARE: result.shares}
            if self.match.evaluator:
                shares |= {ADJUSTED_SHARE: result.adjusted_shares(luck_part), LUCK: result.total_luck}
            for name, values in (*shares.items(), *result.measures.items()):
                for bot, value in zip(seating, values, strict=True):
                    values_of[bot, name].append(value)
        of_deal = {key: fmean(by_seat) for key, by_seat in values_of.items()}
        for (bot, name), value in of_deal.items():
            self._means[bot, name].add(value, sum(bot in seating for seating in self.match.seatings))
        self.head_to_head.add_deal(games, luck_part)
        if self.match.evaluator:
            self._luck.add_deal(*({bot: of_deal[bot, name] for bot in self.match.entrants} for name in (SHARE, LUCK)))
        self.deals += 1
        if self.deals > 1 and (not self.history or self.deals >= 1.05 * self.history[-1][0]):
            self.history.append((self.deals, {bot: self.deciding_wins(bot) for bot in self.match.entrants}))

    @property
    def whole_deals_only(self) -> bool:
        """Whether the last deal has been result in all its seatings."""
        return not self._unfinished_deal

    @property
    def measures(self) -> list[str]:
        """What the game counts besides wins, in its own order; of the first, less is better."""
        names = [name for bot, name in self._means if bot == self.match.entrants[0]]
        return [name for name in names if name not in (SHARE, ADJUSTED_SHARE, LUCK)]

    @property
    def ranking(self) -> list[str]:
        """The bots, the one that wins most first; ties go to the better rating."""
        return sorted(self.match.entrants, key=lambda bot: (-self._means[bot, SHARE].mean, -self.rating(bot).mu))

    def wins(self, bot: str) -> Measure:
        """The share of its games that a bot wins, per seat; a win shared by k counts 1/k."""
        with_bot = [seating for seating in self.match.seatings if bot in seating]
        seats = sum(seating.count(bot) for seating in with_bot)
        only_bot = sum(set(seating) == {bot} for seating in with_bot)
        return self._intervals.share(self._means[bot, SHARE], only_bot / seats, len(with_bot) / seats)

    def adjusted_wins(self, bot: str) -> Measure:
        """The same without the luck that the evaluator of the match found; without an evaluator, unknown.

        The luck of the deal cancels out anyway: in the seatings of a line-up, a bot sits in every seat equally often.
        """
        return self._intervals.adjusted(self._means[bot, ADJUSTED_SHARE])

    def deciding_wins(self, bot: str) -> Measure:
        """The wins by which the match is decided: without luck where it has an evaluator."""
        return self.adjusted_wins(bot) if self.match.evaluator else self.wins(bot)

    @property
    def luck_part(self) -> float:
        """The part of the luck that is subtracted from the next deal, by the deals so far."""
        return self._luck.part

    @property
    def luck_factor(self) -> float | None:
        """How many games without an evaluator are as certain as one with it: the ratio of the variances of the deals.

        None where the match has no evaluator, or too few deals to tell.
        """
        raw, adjusted = (
            sum(self._means[bot, name].squares for bot in self.match.entrants) for name in (SHARE, ADJUSTED_SHARE)
        )
        return raw / adjusted if self.deals >= self._intervals.min_deals and adjusted > ROUNDING_VARIANCE else None

    def measure(self, bot: str, name: str) -> Measure:
        """The mean of one of the game's measures: a score, a margin, the cards left."""
        return self._intervals.mean(self._means[bot, name])

    def rating(self, bot: str) -> Rating:
        """Openskill's rating of a bot, from the order in which the bots finished."""
        return self._ratings.of(bot)
