"""The same work in this process, in two processes, and on a Ray cluster of this machine alone: what each costs.

scripts/bench executors [GAMES]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from time import perf_counter

from wonderland.arena.match import Match
from wonderland.arena.match_work import MatchWork
from wonderland.parallel.executor import Executor, Work
from wonderland.parallel.processes import Processes
from wonderland.parallel.ray_cluster import RayCluster
from wonderland.parallel.this_process import ThisProcess
from wonderland.sim.runs.counting_work import GAMES_PER_TASK, CountingWork

GAMES = 3000
SIMULATED_GAMES = 40 * GAMES_PER_TASK
WORKERS = 2
#: The same in turn, and the quickest counts: other programs disturb one measurement, not all.
REPETITIONS = 3


def seconds(executor: Executor, work: Work[object], tasks: range) -> tuple[float, float]:
    """Until the first result, which includes starting workers, and from there to the last."""
    started = perf_counter()
    with closing(executor.run(work, tasks)) as results:
        next(results)
        first = perf_counter()
        for _ in results:
            pass
    return first - started, perf_counter() - first


def main() -> None:
    """Measure and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    works: dict[str, tuple[Work[object], range, int]] = {
        "rabbit : greedy": (MatchWork(Match.of(["rabbit", "greedy"], seed=3)), range(games), 1),
        "simulation": (
            CountingWork(4, 3, ("random",) * 4, SIMULATED_GAMES),
            range(0, SIMULATED_GAMES, GAMES_PER_TASK),
            GAMES_PER_TASK,
        ),
    }
    with ExitStack() as opened:
        started = perf_counter()
        cluster = opened.enter_context(RayCluster(workers=WORKERS))
        print(f"Ray started in {perf_counter() - started:.1f} s")
        executors: dict[str, Callable[[], Executor]] = {
            "this process": ThisProcess,
            f"{WORKERS} processes": lambda: Processes(WORKERS),
            f"Ray, {WORKERS} workers": lambda: cluster,
        }
        print(f"{'':18}{'':18}{'first after s':>14}{'games/s then':>14}")
        for name, (work, tasks, games_per_task) in works.items():
            found: dict[str, list[tuple[float, float]]] = {}
            for _ in range(REPETITIONS):
                for where, make in executors.items():
                    found.setdefault(where, []).append(seconds(make(), work, tasks))
            for where, times in found.items():
                first, rest = (min(column) for column in zip(*times, strict=True))
                print(f"{name:18}{where:18}{first:14.2f}{games_per_task * (len(tasks) - 1) / rest:14,.0f}")


if __name__ == "__main__":
    main()
