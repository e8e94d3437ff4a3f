"""Plays games in several processes and yields them in order, whichever ends first."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from threading import current_thread, main_thread

from wonderland.arena.match import Match
from wonderland.arena.match_bots import MatchBots
from wonderland.arena.worker import ResultAndRecord, Worker, play_quietly, warm_up_quietly

PlayedGames = Generator[ResultAndRecord, None, None]

MAX_GAMES_AHEAD = 16  #: games per process that may be played ahead of the one that is yielded next


def play_games(match: Match, numbers: range, jobs: int = 1) -> PlayedGames:
    """Play the games with these numbers; close the generator to stop early."""
    jobs = min(jobs, len(numbers))
    return _play_in_this_process(match, numbers) if jobs <= 1 else _play_in_workers(match, numbers, jobs)


def _play_in_this_process(match: Match, numbers: range) -> PlayedGames:
    with MatchBots(match) as bots:
        if numbers:
            warm_up_quietly(bots)
        for number in numbers:
            yield play_quietly(bots, number)


def _play_in_workers(match: Match, numbers: range, jobs: int) -> PlayedGames:
    workers: list[Worker] = []
    try:
        # The first worker compiles what its bots need; the others then load it from the disk cache.
        for first in (True, *[False] * (jobs - 1)):
            with _ignore_ctrl_c():
                workers.append(Worker(match))
            if first:
                wait([workers[0].pipe])
        by_pipe = {worker.pipe: worker for worker in workers}
        next_number, done, idle = numbers.start, dict[int, ResultAndRecord](), list[Worker]()
        for number in numbers:
            while number not in done:
                while idle and next_number < min(numbers.stop, number + MAX_GAMES_AHEAD * jobs):
                    idle.pop().start_game(next_number)
                    next_number += 1
                for pipe in wait(list(by_pipe)):
                    worker = by_pipe[pipe]  # type: ignore[index]  # we wait for connections only
                    if played := worker.receive():
                        done[played[0].number] = played
                    idle.append(worker)
            yield done.pop(number)
    finally:
        for worker in workers:
            worker.stop()
        for worker in workers:
            worker.join()


@contextmanager
def _ignore_ctrl_c() -> Iterator[None]:
    """Processes started in this context ignore Ctrl-C from their first moment on."""
    if current_thread() is not main_thread():
        yield  # only the main thread receives signals
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
