"""One process that plays games, and what the one who asks knows of it."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from contextlib import closing, redirect_stdout, suppress
from multiprocessing.connection import Connection
from typing import Any

from wonderland.arena.match import Match
from wonderland.arena.played import Played
from wonderland.arena.playing import play
from wonderland.arena.roster import Roster
from wonderland.arena.stopping import Stopped, stopping
from wonderland.core.errors import WonderlandError

Told = tuple[Played, dict[str, Any]]

CLOSE_TIMEOUT_SECONDS = 10  #: seconds a process has to close its engines before it is stopped for good


class WorkerLost(WonderlandError):
    """A process that played games has died."""


class Worker:
    """A process that plays one game at a time."""

    def __init__(self, match: Match) -> None:
        # A fresh interpreter: nothing that this one holds open or has started is copied.
        context = multiprocessing.get_context("spawn")
        self.match = match
        #: The game it plays, if it does.
        self.number: int | None = None
        self.ready = False
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, match), daemon=True)
        self.process.start()
        theirs.close()

    def ask(self, number: int) -> None:
        self.number = number
        with suppress(OSError):  # what it says, or that it has died, is heard next
            self.pipe.send(number)

    def hear(self) -> Told | None:
        """A game it has played; None when it is ready for the first."""
        try:
            told: Told | WonderlandError | None = self.pipe.recv()
        except (EOFError, OSError):
            raise self._lost() from None
        if isinstance(told, WonderlandError):
            raise told
        self.number, self.ready = None, True
        return told

    def _lost(self) -> WorkerLost:
        self.process.join(CLOSE_TIMEOUT_SECONDS)
        number = self.number or 0
        bots = ", ".join(dict.fromkeys(self.match.where(number)[1]))
        return WorkerLost("arena_worker_lost", game=number, bots=bots, code=self.process.exitcode)

    def dismiss(self) -> None:
        """Tell it that nobody asks any more; whoever plays a game, or is not ready yet, breaks it off."""
        if self.number is not None or not self.ready:
            self.process.terminate()
        self.pipe.close()

    def join(self) -> None:
        self.process.join(CLOSE_TIMEOUT_SECONDS)
        self.process.kill()
        self.process.join()


def _work(pipe: Connection, match: Match) -> None:
    """The life of a process: games, until nobody asks any more."""
    # Ctrl-C is for the one who asks; being stopped still closes the engines.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(Stopped), stopping(), closing(pipe), Roster(match) as roster:
        try:
            warm_up(roster)
            pipe.send(None)
            while True:
                pipe.send(one_game(roster, pipe.recv()))
        except WonderlandError as problem:
            pipe.send(problem)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return


def warm_up(roster: Roster) -> None:
    with redirect_stdout(sys.stderr):
        roster.warm_up()


def one_game(roster: Roster, number: int) -> Told:
    """One game. What its bots print is none of our output, which a program may read."""
    with redirect_stdout(sys.stderr):
        return play(roster.match, number, roster.seated(number))
