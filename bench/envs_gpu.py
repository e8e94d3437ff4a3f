"""Parade's batches on a GPU: the same rows as on the CPU, and how many steps a second.

Run on a machine with an NVIDIA GPU, numba and numba-cuda: ``python bench/envs_gpu.py [games]``. A step is an action
in every game: the random choice, the move, a deal where a game ended, rewards, mask and observation; the best of five
runs of two seconds.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any

import numpy as np
from numba import cuda

from wonderland.envs import ParadeBatch

KINDS = ("compact", "rich", "privileged")
SECONDS, RUNS = 2.0, 5
#: Games and steps that are compared row by row.
COMPARED_GAMES, COMPARED_STEPS = 4096, 120
ARRAYS = ("observation", "mask", "seat", "reward", "done", "scores", "number")

_cuda: Any = cuda


def host(array: Any) -> Any:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


def differences(here: ParadeBatch, there: ParadeBatch) -> list[str]:
    """The arrays that are not the same, bit for bit."""
    found = []
    for name in ARRAYS:
        one, other = np.ascontiguousarray(getattr(here, name)), np.ascontiguousarray(host(getattr(there, name)))
        if one.tobytes() != other.tobytes():
            found.append(name)
    return found


def compare(players: int, kind: str, opponents: str | None = None) -> None:
    """Step the same games on both; leave with a message at the first difference."""
    here, there = (
        ParadeBatch(COMPARED_GAMES, players, 5, device, kind, opponents=opponents) for device in ("cpu", "cuda")
    )
    for step in range(COMPARED_STEPS):
        if wrong := differences(here, there):
            sys.exit(f"{players} players, {kind}, step {step}: {wrong} differ")
        actions = here.random_actions()
        if actions.tobytes() != host(there.random_actions()).tobytes():
            sys.exit(f"{players} players, {kind}, step {step}: random actions differ")
        here.step(actions)
        there.step(there.random_actions())


def speed(games: int, players: int, kind: str) -> float:
    """Steps a second."""
    batch = ParadeBatch(games, players, 1, "cuda", kind, check=False)
    best = 0.0
    for _ in range(RUNS):
        _cuda.synchronize()
        started, steps = perf_counter(), 0
        while perf_counter() - started < SECONDS:
            for _ in range(20):
                batch.step(batch.random_actions())
            steps += 20
            _cuda.synchronize()
        best = max(best, steps * games / (perf_counter() - started))
    return best


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 20
    for players in range(2, 7):
        for kind in KINDS:
            compare(players, kind)
        compare(players, "compact", "greedy")
        print(f"{players} players: {COMPARED_GAMES:,} games, {COMPARED_STEPS} steps, every array equal", flush=True)
    print("players  observation    steps/s")
    for players in (2, 4, 6):
        for kind in KINDS:
            print(f"{players:7}  {kind:11}  {speed(games, players, kind):.2e}", flush=True)


if __name__ == "__main__":
    main()
