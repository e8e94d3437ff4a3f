"""Playing a match: from the games that are kept already to the last one wanted, or until it is settled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from time import perf_counter
from typing import Any

from wonderland.arena.match import Match
from wonderland.arena.played import Played
from wonderland.arena.results import Tally
from wonderland.arena.stopping import stopping
from wonderland.arena.workers import games


class Contest:
    """A match being played.

    >>> contest = Contest(Match.of(["greedy", "random"], seed=1), 40)
    >>> contest.play()
    >>> contest.tally.deals, contest.tally.wins("greedy").mean > 0.5
    (20, True)
    """

    def __init__(self, match: Match, wanted: int, until_sure: bool = False, before: Iterable[Played] = ()) -> None:
        """``before`` are the games played earlier, which all count; ``wanted`` is rounded up to whole deals."""
        self.match = match
        self.until_sure = until_sure
        self.wanted = match.whole_deals(wanted) * len(match.seatings)
        self.tally = Tally(match, anytime=until_sure)
        self.seconds = 0.0
        for played in before:
            self.tally.add(played)
        #: How many games were played before this contest.
        self.before = self.tally.games

    @property
    def over(self) -> bool:
        """Whether every game wanted has been played or, with ``until_sure``, everything is settled."""
        if self.tally.games >= self.wanted:
            return True
        return self.until_sure and self.tally.whole and self.tally.meetings.settled

    def play(self, jobs: int = 1, told: Callable[[Played, dict[str, Any]], None] = lambda played, record: None) -> None:
        """Play on; ``told`` hears of every game, in order, before it counts. Interrupted, what was played counts."""
        if self.over:
            return
        started = perf_counter()
        try:
            with stopping(), closing(games(self.match, range(self.tally.games, self.wanted), jobs)) as playing:
                for played, record in playing:
                    told(played, record)
                    self.tally.add(played)
                    if self.over:
                        return
        finally:
            self.seconds += perf_counter() - started
