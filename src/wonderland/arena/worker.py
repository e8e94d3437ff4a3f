"""A child process that plays games, and the parent's handle to it."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from contextlib import closing, redirect_stdout, suppress
from multiprocessing.connection import Connection
from typing import Any

from wonderland.arena.game_result import GameResult
from wonderland.arena.match import Match
from wonderland.arena.match_bots import MatchBots
from wonderland.arena.play_game import play_game
from wonderland.arena.signals import Terminated, raise_on_termination
from wonderland.core.errors import WonderlandError

ResultAndRecord = tuple[GameResult, dict[str, Any]]

CLOSE_TIMEOUT_SECONDS = 10  #: how long a worker has to close its engines before it is killed


class WorkerLost(WonderlandError):
    """A worker has died."""


class Worker:
    """A process that plays one game at a time."""

    def __init__(self, match: Match) -> None:
        # "spawn" starts a fresh interpreter: open files and threads of this process are not copied.
        context = multiprocessing.get_context("spawn")
        self.match = match
        #: The number of the game it is playing.
        self.number: int | None = None
        #: Whether it has warmed up.
        self.ready = False
        self.pipe, child_pipe = context.Pipe()
        self.process = context.Process(target=_worker_main, args=(child_pipe, match), daemon=True)
        self.process.start()
        child_pipe.close()

    def start_game(self, number: int) -> None:
        self.number = number
        with suppress(OSError):  # receive() reports a worker that has died
            self.pipe.send(number)

    def receive(self) -> ResultAndRecord | None:
        """A game it has played; None once it is ready for its first game."""
        try:
            message: ResultAndRecord | WonderlandError | None = self.pipe.recv()
        except (EOFError, OSError):
            raise self._lost() from None
        if isinstance(message, WonderlandError):
            raise message
        self.number, self.ready = None, True
        return message

    def _lost(self) -> WorkerLost:
        self.process.join(CLOSE_TIMEOUT_SECONDS)
        number = self.number or 0
        bots = ", ".join(dict.fromkeys(self.match.deal_and_seating(number)[1]))
        return WorkerLost("arena_worker_lost", game=number, bots=bots, code=self.process.exitcode)

    def stop(self) -> None:
        """Let the worker end; a game or a warm-up in progress is broken off."""
        if self.number is not None or not self.ready:
            self.process.terminate()
        self.pipe.close()

    def join(self) -> None:
        self.process.join(CLOSE_TIMEOUT_SECONDS)
        self.process.kill()
        self.process.join()


def _worker_main(pipe: Connection, match: Match) -> None:
    """Play the games whose numbers arrive, until the parent closes the pipe."""
    # Ctrl-C is for the parent, which then stops the workers; SIGTERM still closes the engines.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(Terminated), raise_on_termination(), closing(pipe), MatchBots(match) as bots:
        try:
            warm_up_quietly(bots)
            pipe.send(None)
            while True:
                pipe.send(play_quietly(bots, pipe.recv()))
        except WonderlandError as problem:
            pipe.send(problem)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return


def warm_up_quietly(bots: MatchBots) -> None:
    """Warm up; what the bots print goes to stderr, because a program may read our stdout."""
    with redirect_stdout(sys.stderr):
        bots.warm_up()


def play_quietly(bots: MatchBots, number: int) -> ResultAndRecord:
    """Play one game; what the bots print goes to stderr, because a program may read our stdout."""
    with redirect_stdout(sys.stderr):
        return play_game(bots.match, number, bots.for_game(number), bots.evaluator)
