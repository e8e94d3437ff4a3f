"""The games of a match as work for any executor: in this process, in several, or on a cluster."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import Any

from wonderland.arena.game_result import GameResult
from wonderland.arena.match import Match
from wonderland.arena.match_bots import MatchBots
from wonderland.arena.play_game import play_game
from wonderland.core.errors import WonderlandError
from wonderland.parallel.executor import Executor, WorkerLost

ResultAndRecord = tuple[GameResult, dict[str, Any]]
PlayedGames = Generator[ResultAndRecord, None, None]


@dataclass(frozen=True)
class MatchWork:
    """Plays the games of a match; a task is a game's number."""

    match: Match

    @contextmanager
    def start(self) -> Iterator[Callable[[int], ResultAndRecord]]:
        """Make the bots and warm them up. What they print goes to stderr, because a program may read our stdout."""
        with MatchBots(self.match) as bots:

            def play(number: int) -> ResultAndRecord:
                with redirect_stdout(sys.stderr):
                    return play_game(bots.match, number, bots.for_game(number), bots.evaluator)

            with redirect_stdout(sys.stderr):
                bots.warm_up()
            yield play

    def lost(self, task: int, how: WonderlandError) -> WorkerLost:
        """Which game it was, and who played."""
        bots = ", ".join(dict.fromkeys(self.match.deal_and_seating(task)[1]))
        return WorkerLost("arena_worker_lost", game=task, bots=bots, how=how)


def play_games(match: Match, numbers: range, executor: Executor) -> PlayedGames:
    """Play the games with these numbers, in order; close the generator to stop early."""
    return executor.run(MatchWork(match), numbers)
