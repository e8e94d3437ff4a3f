"""Counted games as work for any executor, such as the machines of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass

import numpy as np

from wonderland.core.errors import WonderlandError
from wonderland.parallel.executor import Executor, WorkerLost
from wonderland.sim.kernel.layout import COUNTS_SIZE
from wonderland.sim.runs.simulate import statistics
from wonderland.sim.runs.statistics import Counts
from wonderland.sim.runs.threads import Progress

#: Games of a task: some tenths of a second.
GAMES_PER_TASK = 1 << 20


@dataclass(frozen=True)
class CountingWork:
    """Plays games and counts them; a task is the number of the first of some games, a result their histograms."""

    players: int
    seed: int
    policies: tuple[str, ...]
    #: The number after the last game.
    stop: int

    @contextmanager
    def start(self) -> Iterator[Callable[[int], Counts]]:
        """Nothing is loaded before the first task."""

        def count(first: int) -> Counts:
            games = self.games_of(first)
            return statistics(self.players, games, self.seed, self.policies, threads=1, start=first).counts

        yield count

    def games_of(self, task: int) -> int:
        """How many games a task has."""
        return min(GAMES_PER_TASK, self.stop - task)

    def lost(self, task: int, how: WonderlandError) -> WorkerLost:
        """From which game on it played."""
        return WorkerLost("worker_lost", game=task, how=how)


def count_with(executor: Executor, work: CountingWork, start: int, progress: Progress | None) -> tuple[Counts, int]:
    """The histograms of the games from ``start`` on, and how many were played before an interruption."""
    tasks = range(start, work.stop, GAMES_PER_TASK)
    counted = np.zeros(COUNTS_SIZE, np.int64), 0
    with suppress(KeyboardInterrupt), closing(executor.run(work, tasks)) as results:
        for task, counts in zip(tasks, results, strict=True):
            games = work.games_of(task)
            # Both at once: an interruption may come at any moment.
            counted = counted[0] + counts, counted[1] + games
            if progress:
                progress(games)
    return counted
