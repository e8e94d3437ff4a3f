"""Where the time of a random game goes: the kernel's parts, each alone in a loop: ``scripts/bench parts``.

A part alone overlaps with nothing, so the parts add up to more than a game takes: the processor works on the
end of one game and the shuffle of the next at the same time.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.intrinsics import all_colours, see_slots
from wonderland.sim.kernel.layout import COUNTS, EARLY, END, FRONT, PACK, PLIES, SIX, U0, U1, WORK
from wonderland.sim.kernel.random_game import deal_bottom, draw, gather_bottom, judge, play_at_random, taken_by
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.runs import cpu

GAMES = 200_000


@kernel_function
def shuffles(games: Any, seats: Any, early: Any, pack: Any, order: Any, work: Any, end: Any, counts: Any) -> None:
    for game in range(games):
        key = key_of(U1, np.uint64(game))
        _, last, other = deal_bottom(key, seats, pack)
        draw(key, pack, ~U0, 0, early, order)
        gather_bottom(last, other, pack)


@kernel_function
def masks(games: Any, seats: Any, early: Any, pack: Any, order: Any, work: Any, end: Any, counts: Any) -> None:
    for game in range(games):
        order[game & 31] ^= np.uint8(1)
        see_slots(order, work)


@kernel_function
def turns(games: Any, seats: Any, early: Any, pack: Any, order: Any, work: Any, end: Any, counts: Any) -> None:
    """As many turns as a game has on average, of one and the same deck."""
    plies = end[PLIES]
    for _ in range(games):
        line, bit, seat = SIX, SIX + U1, 0
        for place in range(len(seats)):
            work[FRONT + place] = U0
        for ply in range(plies):
            taken = taken_by(order[6 + ply], line, work)
            line = (line & ~taken) | bit
            bit <<= U1
            cards = work[FRONT + seat] | taken
            work[FRONT + seat] = cards
            seat = seat + 1 if seat + 1 < len(seats) else 0
            if all_colours(work, cards):
                end[END - 1] += 1


@kernel_function
def scoring(games: Any, seats: Any, early: Any, pack: Any, order: Any, work: Any, end: Any, counts: Any) -> None:
    for game in range(games):
        work[FRONT] ^= np.uint64(game)
        judge(seats, work, end)


@kernel_function
def adding(games: Any, seats: Any, early: Any, pack: Any, order: Any, work: Any, end: Any, counts: Any) -> None:
    for _ in range(games):
        cpu.add_up(end, seats, counts)


@kernel_function
def whole(games: Any, seats: Any, early: Any, pack: Any, order: Any, work: Any, end: Any, counts: Any) -> None:
    for game in range(games):
        play_at_random(U1, np.uint64(game), seats, early, pack, order, work, end)
        cpu.add_up(end, seats, counts)


def main() -> None:
    contenders = {
        "shuffle": shuffles,
        "masks": masks,
        "turns": turns,
        "scoring": scoring,
        "adding up": adding,
        "a game": whole,
    }
    print("nanoseconds a game, each part alone\nplayers  " + "  ".join(f"{name:>9}" for name in contenders))
    for players in range(2, 7):
        order, work = np.zeros(72, np.uint8), np.zeros(WORK, np.uint64)
        end, counts = np.zeros(END, np.int64), np.zeros(COUNTS, np.int64)
        seats, pack = (0,) * players, PACK.copy()
        cpu.show_random(np.uint64(1), np.uint64(1), seats, pack, order, work, end)
        times = {}
        for name, play in contenders.items():
            play(10, seats, EARLY[players], pack, order, work, end, counts)
            times[name] = min(_timed(play, seats, EARLY[players], pack, order, work, end, counts) for _ in range(5))
        print(f"{players:7}  " + "  ".join(f"{1e9 * time / GAMES:9.0f}" for time in times.values()))


def _timed(play: Any, *arguments: Any) -> float:
    started = perf_counter()
    play(GAMES, *arguments)
    return perf_counter() - started


if __name__ == "__main__":
    main()
