"""How each bot of a match does against each other one, where both sit at the same table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, permutations
from statistics import fmean

from wonderland.arena.intervals import ERROR, Deals, Intervals
from wonderland.arena.match import Match
from wonderland.arena.played import Played
from wonderland.figures.measure import Measure

Pair = tuple[str, str]


class Meetings:
    """The pairs of a match, added up deal by deal."""

    def __init__(self, match: Match, intervals: Intervals) -> None:
        met = {pair for seating in match.seatings for pair in permutations(set(seating), 2)}
        #: Whoever meets whom, each pair once, in the order the bots were named.
        self.pairs = [pair for pair in combinations(match.entrants, 2) if pair in met]
        self._match = match
        self._intervals = intervals
        self._sums: dict[tuple[Pair, str], Deals] = defaultdict(Deals)

    def add_deal(self, games: Sequence[Played]) -> None:
        """All games of one deal."""
        found: dict[tuple[Pair, str], list[float]] = defaultdict(list)
        for played, seating in zip(games, self._match.seatings, strict=True):
            for pair in self.pairs:
                if set(pair) <= set(seating):
                    for name, value in _compared(pair, seating, played).items():
                        found[pair, name].append(value)
        for key, values in found.items():
            self._sums[key].add(fmean(values), len(values))

    def met(self, one: str, other: str) -> bool:
        return (one, other) in self.pairs or (other, one) in self.pairs

    def better(self, one: str, other: str) -> Measure:
        """How often one does better than the other; doing equally well counts a half."""
        found = self._intervals.share(self._sum(one, other, "better"))
        return found if (one, other) in self.pairs else found.scaled(-1, 1)

    def ahead(self, one: str, other: str) -> Measure:
        """By how much one is ahead of the other, in the game's first number."""
        return self._signed(one, other, self._intervals.mean(self._sum(one, other, "ahead")))

    def difference(self, one: str, other: str, error: float = ERROR) -> Measure:
        """How much larger one's win share is than the other's."""
        return self._signed(one, other, self._intervals.share(self._sum(one, other, "difference"), -1, 1, error))

    def winner(self, one: str, other: str) -> str | None:
        """Who wins more often for sure, or None. All that is said of the pairs holds, together, 95 times in 100."""
        if self._sum(one, other, "difference").count < self._intervals.soonest:
            return None
        found = self.difference(one, other, ERROR / len(self.pairs))
        return (one if found.mean > 0 else other) if abs(found.mean) > found.margin else None

    @property
    def settled(self) -> bool:
        """Whether we know of every pair who is better."""
        return bool(self.pairs) and all(self.winner(*pair) for pair in self.pairs)

    def _sum(self, one: str, other: str, name: str) -> Deals:
        return self._sums[(one, other) if (one, other) in self.pairs else (other, one), name]

    def _signed(self, one: str, other: str, found: Measure) -> Measure:
        return found if (one, other) in self.pairs else found.scaled(-1)


def _compared(pair: Pair, seating: Sequence[str], played: Played) -> dict[str, float]:
    """One game as it looks between two of its bots, over every pair of their seats."""
    ours, theirs = ([seat for seat, bot in enumerate(seating) if bot == name] for name in pair)
    meetings = [(one, other) for one in ours for other in theirs]
    places, shares = played.places, played.shares
    compared = {
        "better": fmean((places[one] < places[other]) + (places[one] == places[other]) / 2 for one, other in meetings),
        "difference": fmean(shares[seat] for seat in ours) - fmean(shares[seat] for seat in theirs),
    }
    for least in list(played.measures.values())[:1]:
        compared["ahead"] = fmean(least[other] - least[one] for one, other in meetings)
    return compared
