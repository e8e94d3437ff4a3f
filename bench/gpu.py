"""The simulator on a GPU: the same games as on the CPU, and how many a second.

Run on a machine with an NVIDIA GPU, numba and numba-cuda: ``python bench/gpu.py [games]``.
"""

from __future__ import annotations

import sys
from time import perf_counter

import numpy as np

from wonderland.sim import simulate, statistics


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000_000
    print("players  games compared row by row  equal")
    for players in range(2, 7):
        many = 1_000_000
        there = simulate(players, many, seed=11, device="cuda", start=5)
        here = simulate(players, many, seed=11, start=5)
        equal = bool((there.table == here.table).all())
        sums = statistics(players, many, seed=11, device="cuda", start=5).counts
        added = bool((sums == statistics(players, many, seed=11, start=5).counts).all())
        print(f"{players:7}  {many:25,}  rows {equal}, sums {added}", flush=True)
        if not equal:
            game = int(np.flatnonzero((there.table != here.table).any(axis=1))[0])
            print(f"first difference in game {game}: {there.table[game]} on the GPU, {here.table[game]} on the CPU")
            sys.exit(1)
        if not added:
            sys.exit("the sums differ")
    compare_policies()
    print("\nplayers  games/s, added up on the GPU (best of 3)")
    for players in range(2, 7):
        best = 0.0
        for turn in range(3):
            started = perf_counter()
            found = statistics(players, games, seed=turn, device="cuda")
            best = max(best, found.games / (perf_counter() - started))
        print(f"{players:7}  {best:.3e}   mean turns {found.plies.mean:.3f}", flush=True)


def compare_policies() -> None:
    """Hands and policies: greedy at every seat, and at every other one."""
    for players in range(2, 7):
        for policy in ("greedy", ["greedy", "random"] * 3):
            policies = policy if isinstance(policy, str) else policy[:players]
            there, here = (simulate(players, 100_000, 3, policies, device) for device in ("cuda", "cpu"))
            if not (there.table == here.table).all():
                game = int(np.flatnonzero((there.table != here.table).any(axis=1))[0])
                sys.exit(f"{policies}: game {game} differs: {there.table[game]}, {here.table[game]}")
        statistics(players, 1, 3, "greedy", "cuda")  # compiles
        started = perf_counter()
        found = statistics(players, 1_000_000_000, 3, "greedy", "cuda")
        print(f"{players:7}  100,000 by policy equal; greedy {found.games / (perf_counter() - started):.3e} games/s")


if __name__ == "__main__":
    main()
