"""How each bot of a match does against each other one, in the games where both sit at the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, permutations
from statistics import fmean

from wonderland.arena.game_result import GameResult
from wonderland.arena.intervals import ERROR_RATE, Intervals, RunningMean
from wonderland.arena.match import Match
from wonderland.figures.measure import Measure

Pair = tuple[str, str]


class HeadToHead:
    """The results of each pair of bots, added up deal by deal."""

    def __init__(self, match: Match, intervals: Intervals) -> None:
        met = {pair for seating in match.seatings for pair in permutations(set(seating), 2)}
        #: The bots that sit at one table, each pair once, in the order of the match.
        self.pairs = [pair for pair in combinations(match.entrants, 2) if pair in met]
        self._match = match
        self._intervals = intervals
        self._means: dict[tuple[Pair, str], RunningMean] = defaultdict(RunningMean)

    def add_deal(self, games: Sequence[GameResult], luck_part: float = 1.0) -> None:
        """Add all games of one deal; this part of their luck is subtracted in adjusted figures."""
        values: dict[tuple[Pair, str], list[float]] = defaultdict(list)
        for result, seating in zip(games, self._match.seatings, strict=True):
            for pair in self.pairs:
                if set(pair) <= set(seating):
                    for name, value in _compare(pair, seating, result, luck_part).items():
                        values[pair, name].append(value)
        for key, of_games in values.items():
            self._means[key].add(fmean(of_games), len(of_games))

    def met(self, one: str, other: str) -> bool:
        return (one, other) in self.pairs or (other, one) in self.pairs

    def better(self, one: str, other: str) -> Measure:
        """How often one does better than the other; doing equally well counts a half."""
        found = self._intervals.share(self._mean(one, other, "better"))
        return found if (one, other) in self.pairs else found.scaled(-1, 1)

    def ahead(self, one: str, other: str) -> Measure:
        """By how much one is ahead of the other, in the game's first measure."""
        return self._signed(one, other, self._intervals.mean(self._mean(one, other, "ahead")))

    def difference(self, one: str, other: str, error: float = ERROR_RATE) -> Measure:
        """How much larger one's win share is than the other's."""
        return self._signed(one, other, self._intervals.share(self._mean(one, other, "difference"), -1, 1, error))

    def adjusted_difference(self, one: str, other: str, error: float = ERROR_RATE) -> Measure:
        """The same without the luck that the evaluator of the match found; without an evaluator, unknown."""
        return self._signed(one, other, self._intervals.adjusted(self._mean(one, other, "adjusted"), 2, error))

    def deciding_difference(self, one: str, other: str, error: float = ERROR_RATE) -> Measure:
        """The difference by which the match is decided: without luck where it has an evaluator."""
        difference = self.adjusted_difference if self._match.evaluator else self.difference
        return difference(one, other, error)

    def winner(self, one: str, other: str) -> str | None:
        """The bot that wins significantly more often, or None.

        The error rate is divided among the pairs (Bonferroni), so that 95 times in 100 all winners are right.
        """
        if self._mean(one, other, "difference").count < self._intervals.min_deals:
            return None
        found = self.deciding_difference(one, other, ERROR_RATE / len(self.pairs))
        return (one if found.mean > 0 else other) if abs(found.mean) > found.margin else None

    @property
    def settled(self) -> bool:
        """Whether every pair has its winner."""
        return bool(self.pairs) and all(self.winner(*pair) for pair in self.pairs)

    def _mean(self, one: str, other: str, name: str) -> RunningMean:
        return self._means[(one, other) if (one, other) in self.pairs else (other, one), name]

    def _signed(self, one: str, other: str, found: Measure) -> Measure:
        return found if (one, other) in self.pairs else found.scaled(-1)


def _compare(pair: Pair, seating: Sequence[str], result: GameResult, luck_part: float) -> dict[str, float]:
    """One game as seen by two of its bots, averaged over every pair of their seats."""
    ours, theirs = ([seat for seat, bot in enumerate(seating) if bot == name] for name in pair)
    seat_pairs = [(one, other) for one in ours for other in theirs]
    places, shares = result.places, result.shares
    compared = {
        "better": fmean(
            (places[one] < places[other]) + (places[one] == places[other]) / 2 for one, other in seat_pairs
        ),
        "difference": fmean(shares[seat] for seat in ours) - fmean(shares[seat] for seat in theirs),
    }
    if result.luck:
        adjusted = result.adjusted_shares(luck_part)
        compared["adjusted"] = fmean(adjusted[seat] for seat in ours) - fmean(adjusted[seat] for seat in theirs)
    for fewer_is_better in list(result.measures.values())[:1]:
        compared["ahead"] = fmean(fewer_is_better[other] - fewer_is_better[one] for one, other in seat_pairs)
    return compared
