"""Games played by several processes, and told in order, whatever the order they end in."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from threading import current_thread, main_thread

from wonderland.arena.match import Match
from wonderland.arena.roster import Roster
from wonderland.arena.worker import Told, Worker, one_game, warm_up

Playing = Generator[Told, None, None]

MAX_GAMES_AHEAD = 16  #: games a process may be ahead of the one that is told next


def games(match: Match, numbers: range, jobs: int = 1) -> Playing:
    """Play these games; close it to stop early."""
    jobs = min(jobs, len(numbers))
    return _here(match, numbers) if jobs <= 1 else _elsewhere(match, numbers, jobs)


def _here(match: Match, numbers: range) -> Playing:
    with Roster(match) as roster:
        if numbers:
            warm_up(roster)
        for number in numbers:
            yield one_game(roster, number)


def _elsewhere(match: Match, numbers: range, jobs: int) -> Playing:
    workers: list[Worker] = []
    try:
        # The first compiles what its bots need; the others then find it on the disk.
        for first in (True, *[False] * (jobs - 1)):
            with _deaf():
                workers.append(Worker(match))
            if first:
                wait([workers[0].pipe])
        by_pipe = {worker.pipe: worker for worker in workers}
        asked, done, idle = numbers.start, dict[int, Told](), list[Worker]()
        for number in numbers:
            while number not in done:
                while idle and asked < min(numbers.stop, number + MAX_GAMES_AHEAD * jobs):
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
