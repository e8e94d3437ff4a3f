"""The simulator's speed as ratios, all measured in one run: ``scripts/bench simulate``.

One core, best of several short rounds, every contender once a round. The C yardsticks are compiled on the spot
with gcc; ``peers.py`` beside this file adds other projects' games where they are installed.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np

from wonderland.games import parade
from wonderland.sim import Batch, rollouts, simulate, statistics
from wonderland.sim.kernel.layout import COUNTS_SIZE, EARLY_DRAWS, MAX_PLAYERS, PACK, RANDOM, ROW_PLIES
from wonderland.sim.runs import cpu

HERE = Path(__file__).parent
MEASURED_ROUNDS = 7
GAMES_PER_ROUND = 200_000
REFERENCE_GAMES = 300  # games of the reference rules a round


def compiled(name: str) -> Callable[[int, int], None]:
    """A C version as a function of players and games."""
    source, built = HERE / "c" / f"{name}.c", HERE / "build" / f"{name}.so"
    built.parent.mkdir(exist_ok=True)
    flags = ["-O3", "-march=native", "-Wall", "-Wextra", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, "-o", str(built), str(source)], check=True)
    function = getattr(ctypes.CDLL(str(built)), name)
    sums = (ctypes.c_uint64 * 16)()

    def play(players: int, games: int) -> None:
        function(players, ctypes.c_uint64(games), ctypes.c_uint64(7), sums)

    return play


def ours(players: int, games: int) -> None:
    counts = np.zeros(COUNTS_SIZE, np.int64)
    cpu.count_random(np.uint64(7), 0, games, (0,) * players, EARLY_DRAWS[players], PACK.copy(), counts)


def with_hands(players: int, games: int) -> None:
    codes, counts = np.full(MAX_PLAYERS, RANDOM, np.uint8), np.zeros(COUNTS_SIZE, np.int64)
    cpu.count_games(np.uint64(7), 0, games, (0,) * players, codes, PACK.copy(), counts)


def reference(players: int, games: int) -> None:
    """The plain rules, played at random."""
    random = Random(7)
    names = [f"P{seat}" for seat in range(players)]
    for _ in range(games):
        state = parade.game.deal(parade.game.shuffle(names, random))
        while (seat := state.turn) is not None:
            state = parade.game.apply(state, seat, parade.Play(random.choice(state.hands[seat])))
        for seat, hand in enumerate(state.hands):
            state = parade.game.apply(state, seat, parade.Discard(tuple(random.sample(hand, 2))))
        assert parade.game.outcome(state) is not None


def best(contenders: dict[str, tuple[Callable[[int, int], None], int]], players: int) -> dict[str, float]:
    """Games a second of each, the best of all rounds."""
    found = dict.fromkeys(contenders, 0.0)
    for play, _ in contenders.values():
        play(players, 10)
    for _ in range(MEASURED_ROUNDS):
        for name, (play, games) in contenders.items():
            started = perf_counter()
            play(players, games)
            found[name] = max(found[name], games / (perf_counter() - started))
    return found


def compare() -> None:
    """Every contender on one core."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    contenders = {
        "C, plain": (compiled("plain"), GAMES_PER_ROUND),
        "C, ordered": (compiled("ordered"), GAMES_PER_ROUND),
        "ours": (ours, GAMES_PER_ROUND),
        "with hands": (with_hands, GAMES_PER_ROUND),
        "reference": (reference, REFERENCE_GAMES),
    }
    print("One core, random play, games/s in millions; ratios to the C yardstick (plain)\n")
    print("players  C, plain  C, ordered        ours        with hands   ours, M plies/s  reference, ours/reference")
    for players in range(2, 7):
        rate = best(contenders, players)
        yard, mine, hands = rate["C, plain"], rate["ours"], rate["with hands"]
        plies = float(simulate(players, 20_000, 7, threads=1).table[:, ROW_PLIES].mean())
        print(
            f"{players:7}  {yard / 1e6:8.2f}  {rate['C, ordered'] / 1e6:10.2f}  {mine / 1e6:5.2f} = {mine / yard:4.2f}×"
            f"  {hands / 1e6:5.2f} = {hands / yard:4.2f}×  {mine * plies / 1e6:15.0f}"
            f"  {rate['reference']:9,.0f}, {mine / rate['reference']:,.0f}×",
            flush=True,
        )
    os.sched_setaffinity(0, cores)


def scaling() -> None:
    """Two threads against one, for a whole run with its blocks and sums."""
    print("\nThreads: games/s in millions")
    for players in (2, 4):
        rate = {1: 0.0, 2: 0.0}
        for _ in range(MEASURED_ROUNDS):
            for threads in rate:
                started = perf_counter()
                statistics(players, 2_000_000, threads=threads)
                rate[threads] = max(rate[threads], 2 / (perf_counter() - started))
        print(f"{players} players: one {rate[1]:.2f}, two {rate[2]:.2f} = {rate[2] / rate[1]:.2f}×", flush=True)


def rolling() -> None:
    """What a search pays: the call, and a rollout from the first turn with hidden cards dealt anew."""
    print("\nRollouts from the deal, hidden cards dealt anew each time")
    for players in (2, 4):
        state = parade.game.deal(parade.game.shuffle([f"P{seat}" for seat in range(players)], Random(1)))
        batch = Batch.of([state])
        for policy in ("random", "greedy"):
            times = {}
            for count in (1, 2000):
                times[count] = min(
                    _timed(batch, count, policy, state.turn or 0) for _ in range(300 if count == 1 else 20)
                )
            each = (times[2000] - times[1]) / 1999
            print(f"{players} players, {policy}: a call {times[1] * 1e6:.1f} µs, then {each * 1e9:.0f} ns a rollout")


def _timed(batch: Batch, count: int, policy: str, seat: int) -> float:
    started = perf_counter()
    rollouts(batch, count, 3, policy, unseen_by=seat)
    return perf_counter() - started


if __name__ == "__main__":
    compare()
    scaling()
    rolling()
