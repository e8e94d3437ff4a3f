"""A match added up, deal by deal."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean

from wonderland.arena.intervals import Anytime, Deals, Fixed, Intervals
from wonderland.arena.match import Match
from wonderland.arena.meetings import Meetings
from wonderland.arena.played import Played, Thinking
from wonderland.arena.ratings import Rating, Ratings
from wonderland.figures.measure import Measure


class Tally:
    """Everything the report tells. Games are added in their order; a deal counts once all its games are there."""

    def __init__(self, match: Match, anytime: bool = False) -> None:
        """``anytime`` is for a match that may stop after any deal: its intervals are wider and always hold."""
        self.match = match
        self.anytime = anytime
        #: How many games were added, and how many whole deals they make.
        self.games = self.deals = 0
        #: By bot: all its decisions.
        self.thinking: dict[str, Thinking] = dict.fromkeys(match.entrants, Thinking())
        #: The win shares as they settled, ever less often.
        self.history: list[tuple[int, dict[str, Measure]]] = []
        self._intervals: Intervals = Anytime() if anytime else Fixed()
        self.meetings = Meetings(match, self._intervals)
        self._open: list[Played] = []
        self._ratings = Ratings()
        self._sums: dict[tuple[str, str], Deals] = defaultdict(Deals)

    def add(self, played: Played) -> None:
        """The next game of the match."""
        assert played.number == self.games, "games are added in their order"
        self.games += 1
        seating = self.match.where(played.number)[1]
        self._ratings.add(seating, played.places)
        for bot, thinking in zip(seating, played.thinking, strict=True):
            self.thinking[bot] += thinking
        self._open.append(played)
        if len(self._open) == len(self.match.seatings):
            self._add_deal(self._open)
            self._open = []

    def _add_deal(self, games: list[Played]) -> None:
        found: dict[tuple[str, str], list[float]] = defaultdict(list)
        for played, seating in zip(games, self.match.seatings, strict=True):
            for name, values in (("share", played.shares), *played.measures.items()):
                for bot, value in zip(seating, values, strict=True):
                    found[bot, name].append(value)
        for (bot, name), by_seat in found.items():
            self._sums[bot, name].add(fmean(by_seat), sum(bot in seating for seating in self.match.seatings))
        self.meetings.add_deal(games)
        self.deals += 1
        if self.deals > 1 and (not self.history or self.deals >= 1.05 * self.history[-1][0]):
            self.history.append((self.deals, {bot: self.wins(bot) for bot in self.match.entrants}))

    @property
    def whole(self) -> bool:
        """Whether the last deal has been played in all its seatings."""
        return not self._open

    @property
    def measures(self) -> list[str]:
        """What the game counts besides wins, in its own order; the less of the first, the better."""
        return [name for bot, name in self._sums if bot == self.match.entrants[0] and name != "share"]

    @property
    def ranking(self) -> list[str]:
        """The bots, the one that wins most first; of equals the one with the better rating."""
        return sorted(self.match.entrants, key=lambda bot: (-self._sums[bot, "share"].mean, -self.rating(bot).mu))

    def wins(self, bot: str) -> Measure:
        """The share of its games that a bot wins, a seat; a win shared by k counts 1/k."""
        tables = [seating for seating in self.match.seatings if bot in seating]
        seats = sum(seating.count(bot) for seating in tables)
        alone = sum(set(seating) == {bot} for seating in tables)
        return self._intervals.share(self._sums[bot, "share"], alone / seats, len(tables) / seats)

    def measure(self, bot: str, name: str) -> Measure:
        """The mean of what the game counts: a score, a margin, the cards left."""
        return self._intervals.mean(self._sums[bot, name])

    def rating(self, bot: str) -> Rating:
        """Openskill's rating of a bot, from the order in which the bots finished."""
        return self._ratings.of(bot)
