"""Games played by several processes, and told in order, whatever the order they end in."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from multiprocessing.connection import Connection, wait
from threading import current_thread, main_thread
from typing import Any

from wonderland.arena.match import Match
from wonderland.arena.played import Played
from wonderland.arena.playing import play
from wonderland.arena.roster import Roster
from wonderland.core.errors import WonderlandError

Told = tuple[Played, dict[str, Any]]
Playing = Generator[Told, None, None]

AHEAD = 16  #: games a process may be ahead of the one that is told next
PATIENCE = 10  #: seconds a process has to close its engines before it is stopped for good


class WorkerLost(WonderlandError):
    """A process that played games has died."""


def games(match: Match, numbers: range, jobs: int = 1) -> Playing:
    """Play these games; close it to stop early."""
    jobs = min(jobs, len(numbers))
    return _here(match, numbers) if jobs <= 1 else _elsewhere(match, numbers, jobs)


def _here(match: Match, numbers: range) -> Playing:
    with Roster(match) as roster:
        if numbers:
            roster.warm_up()
        for number in numbers:
            yield play(match, number, roster.seated(number))


def _elsewhere(match: Match, numbers: range, jobs: int) -> Playing:
    workers: list[_Worker] = []
    try:
        # The first compiles what its bots need; the others then find it on the disk.
        for first in (True, *[False] * (jobs - 1)):
            with _deaf():
                workers.append(_Worker(match))
            if first:
                wait([workers[0].pipe])
        by_pipe = {worker.pipe: worker for worker in workers}
        asked, done, idle = numbers.start, dict[int, Told](), list[_Worker]()
        for number in numbers:
            while number not in done:
                while idle and asked < min(numbers.stop, number + AHEAD * jobs):
                    idle.pop().ask(asked)
                    asked += 1
                for pipe in wait(list(by_pipe)):
                    worker = by_pipe[pipe]  # type: ignore[index]  # we wait for connections only
                    if told := worker.hear():
                        done[told[0].number] = told
                    idle.append(worker)
            yield done.pop(number)
    finally:
        for worker in workers:
            worker.dismiss()
        for worker in workers:
            worker.join()


@contextmanager
def _deaf() -> Iterator[None]:
    """Start processes that never hear Ctrl-C, not even before they can say so themselves."""
    if current_thread() is not main_thread():
        yield  # only the main thread hears signals
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _Worker:
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
        self.process.join(PATIENCE)
        number = self.number or 0
        bots = ", ".join(dict.fromkeys(self.match.where(number)[1]))
        return WorkerLost("arena_worker_lost", game=number, bots=bots, code=self.process.exitcode)

    def dismiss(self) -> None:
        """Tell it that nobody asks any more; whoever plays a game, or is not ready yet, breaks it off."""
        if self.number is not None or not self.ready:
            self.process.terminate()
        self.pipe.close()

    def join(self) -> None:
        self.process.join(PATIENCE)
        self.process.kill()
        self.process.join()


def _work(pipe: Connection, match: Match) -> None:
    """The life of a process: games, until nobody asks any more."""
    # Ctrl-C is for the one who asks; being stopped still closes the engines.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with closing(pipe), Roster(match) as roster:
        try:
            roster.warm_up()
            pipe.send(None)
            while True:
                number = pipe.recv()
                pipe.send(play(match, number, roster.seated(number)))
        except WonderlandError as problem:
            pipe.send(problem)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return
