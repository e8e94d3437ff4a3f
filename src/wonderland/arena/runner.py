"""Plays a match: from the games already played to the last one or, with ``until_sure``, until everything is settled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from time import perf_counter
from typing import Any

from wonderland.arena.game_result import GameResult
from wonderland.arena.luck import evaluator_of
from wonderland.arena.match import Match
from wonderland.arena.match_work import play_games
from wonderland.arena.results import MatchResults
from wonderland.parallel.executor import Executor
from wonderland.parallel.processes import Processes
from wonderland.parallel.signals import raise_on_termination

#: Is given the result and the record of every game, in order, before the game counts.
OnGame = Callable[[GameResult, dict[str, Any]], None]


class MatchRunner:
    """Plays a match and adds up its results.

    >>> runner = MatchRunner(Match.of(["greedy", "random"], seed=1), 40)
    >>> runner.play()
    >>> runner.results.deals, runner.results.wins("greedy").mean > 0.5
    (20, True)
    """

    def __init__(
        self, match: Match, games: int, until_sure: bool = False, earlier_results: Iterable[GameResult] = ()
    ) -> None:
        """``games`` is rounded up to whole deals; ``earlier_results`` of an interrupted match count among them."""
        self.match = match
        self.until_sure = until_sure
        self.target_games = match.whole_deals(games) * len(match.seatings)
        self.results = MatchResults(match, anytime_valid=until_sure)
        #: How long :meth:`play` has taken.
        self.seconds = 0.0
        for result in earlier_results:
            self.results.add(result)
        #: How many games had been played before.
        self.games_before = self.results.games
        if not self.finished:
            evaluator_of(match)  # refused before the first game if it is another one by now

    @property
    def finished(self) -> bool:
        """Whether all games have been played or, with ``until_sure``, everything is settled."""
        if self.results.games >= self.target_games:
            return True
        return self.until_sure and self.results.whole_deals_only and self.results.head_to_head.settled

    def play(
        self, jobs: int = 1, on_game: OnGame = lambda result, record: None, executor: Executor | None = None
    ) -> None:
        """Play the games that are left: in ``jobs`` processes, or where the executor plays them.

        After an interruption the games played so far count.
        """
        if self.finished:
            return
        started = perf_counter()
        numbers = range(self.results.games, self.target_games)
        executor = executor or Processes(jobs)
        try:
            with raise_on_termination(), closing(play_games(self.match, numbers, executor)) as games:
                for result, record in games:
                    on_game(result, record)
                    self.results.add(result)
                    if self.finished:
                        return
        finally:
            self.seconds += perf_counter() - started
