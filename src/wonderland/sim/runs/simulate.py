"""Simulations for users: arguments, threads and devices around the compiled entry points."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np

from wonderland.core.errors import NotAllowed, Unreadable, shown
from wonderland.parallel.executor import Executor
from wonderland.sim.arguments import Policy, players_of, policy_codes, seed_of, whole
from wonderland.sim.kernel.layout import COUNTS_SIZE, EARLY_DRAWS, PACK, RANDOM, ROW_SEATS
from wonderland.sim.runs import cpu
from wonderland.sim.runs.results import Games
from wonderland.sim.runs.statistics import Statistics
from wonderland.sim.runs.threads import Progress, run_in_chunks

#: Games of a thread between two reports of progress; some hundredths of a second.
GAMES_PER_CHUNK = 1 << 16


def simulate(
    players: int,
    games: int,
    seed: int = 0,
    policy: Policy = "random",
    device: str = "cpu",
    threads: int | None = None,
    start: int = 0,
    progress: Progress | None = None,
) -> Games:
    """Play games number ``start`` to ``start + games`` of a seed; a row of results for each.

    A game depends on the seed and its number only: not on threads, device or how a run is cut into parts.
    ``policy`` is one for all or one for each seat. Ctrl-C ends it at once with ``KeyboardInterrupt``.

    >>> twice = [simulate(4, 100, seed=1, threads=threads) for threads in (1, 2)]
    >>> bool((twice[0].scores == twice[1].scores).all())
    True
    """
    names, codes = _checked(players, games, seed, policy, device, threads, start)
    table = np.zeros((games, ROW_SEATS + 3 * players), np.int16)
    if device == "cuda":
        from wonderland.sim.runs import gpu

        gpu.list_games(players, start, games, seed, codes, table, progress)
    else:
        play = _entry_point_for(players, seed, codes, cpu.list_random, cpu.list_games)
        run_in_chunks(
            start,
            start + games,
            GAMES_PER_CHUNK,
            threads or cores(),
            lambda: lambda low, high: play(low, high, table[low - start : high - start]),
            progress,
        )
    return Games(players, seed, start, names, table)


def statistics(
    players: int,
    games: int,
    seed: int = 0,
    policy: Policy = "random",
    device: str = "cpu",
    threads: int | None = None,
    start: int = 0,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Statistics:
    """Play the same games as :func:`simulate` and count them, in fixed memory however many they are.

    Ctrl-C ends the run early: the statistics are those of the games played so far (``games`` says how many).
    With an executor they are played by its workers, a thread each, in place of threads of this process.
    """
    names, codes = _checked(players, games, seed, policy, device, threads, start)
    if executor:
        from wonderland.sim.runs.counting_work import CountingWork, count_with

        if device != "cpu":
            raise NotAllowed("ray_needs_cpu")
        counts, done = count_with(executor, CountingWork(players, seed, names, start + games), start, progress)
        return Statistics(players, done, seed, start, names, counts)
    if device == "cuda":
        from wonderland.sim.runs import gpu

        counts, done = gpu.count_games(players, start, games, seed, codes, progress)
        return Statistics(players, done, seed, start, names, counts)
    play = _entry_point_for(players, seed, codes, cpu.count_random, cpu.count_games)
    sums: list[np.ndarray] = []

    def worker() -> Callable[[int, int], None]:
        own = np.zeros(COUNTS_SIZE, np.int64)
        sums.append(own)
        return lambda low, high: play(low, high, own)

    done = run_in_chunks(start, start + games, GAMES_PER_CHUNK, threads or cores(), worker, progress, keep=True)
    return Statistics(players, done, seed, start, names, np.sum(sums, axis=0))


def _entry_point_for(
    players: int, seed: int, codes: np.ndarray, at_random: Callable[..., None], by_policy: Callable[..., None]
) -> Callable[[int, int, np.ndarray], None]:
    """The compiled function for these policies, with everything but the range of games filled in."""
    word, seats = seed_of(seed), (0,) * players
    if (codes == RANDOM).all():
        return lambda low, high, out: at_random(word, low, high, seats, EARLY_DRAWS[players], PACK.copy(), out)
    return lambda low, high, out: by_policy(word, low, high, seats, codes, PACK.copy(), out)


def _checked(
    players: int, games: int, seed: int, policy: Policy, device: str, threads: int | None, start: int
) -> tuple[tuple[str, ...], np.ndarray]:
    players_of(players)
    whole(games, 0, 1 << 62, "games")
    whole(start, 0, 1 << 62, "start")
    seed_of(seed)
    if threads is not None:
        whole(threads, 1, 1 << 16, "threads")
    if device not in ("cpu", "cuda"):
        raise Unreadable("sim_device_unknown", name=shown(device))
    return policy_codes(players, policy)


def cores() -> int:
    """How many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
