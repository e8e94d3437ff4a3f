"""Where the time of a random game goes: the kernel's parts, each alone in a loop: ``scripts/bench parts``.

A part alone overlaps with nothing, so the parts add up to more than a game takes: the processor works on the
result of one game and the shuffle of the next at the same time.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

from wonderland.sim.kernel.compiling import allocating_function
from wonderland.sim.kernel.intrinsics import build_masks, has_all_colours
from wonderland.sim.kernel.layout import (
    COUNTS_SIZE,
    EARLY_DRAWS,
    FRONT_MASKS,
    LINE_START,
    MASKS_SIZE,
    ORDER_SIZE,
    PACK,
    RESULT_PLIES,
    RESULT_SIZE,
    START_SLOTS,
    U0,
    U1,
)
from wonderland.sim.kernel.random_game import play_random_game
from wonderland.sim.kernel.random_words import key_of
from wonderland.sim.kernel.score import judge
from wonderland.sim.kernel.shuffle import shuffle_early
from wonderland.sim.kernel.turn import taken_by
from wonderland.sim.runs import cpu
from wonderland.sim.runs.counting import count_game

GAMES_PER_PART = 200_000


@allocating_function
def shuffles(games: Any, seats: Any, early: Any, pack: Any, order: Any, masks: Any, result: Any, counts: Any) -> None:
    for game in range(games):
        shuffle_early(key_of(U1, np.uint64(game)), seats, early, pack, order)


@allocating_function
def build(games: Any, seats: Any, early: Any, pack: Any, order: Any, masks: Any, result: Any, counts: Any) -> None:
    for game in range(games):
        order[game & 31] ^= np.uint8(1)
        build_masks(order, masks)


@allocating_function
def turns(games: Any, seats: Any, early: Any, pack: Any, order: Any, masks: Any, result: Any, counts: Any) -> None:
    """As many turns as a game has on average, of one and the same deck."""
    plies = result[RESULT_PLIES]
    for _ in range(games):
        line, bit, seat = START_SLOTS, START_SLOTS + U1, 0
        for place in range(len(seats)):
            masks[FRONT_MASKS + place] = U0
        for ply in range(plies):
            taken = taken_by(order[LINE_START + ply], line, masks)
            line = (line & ~taken) | bit
            bit <<= U1
            cards = masks[FRONT_MASKS + seat] | taken
            masks[FRONT_MASKS + seat] = cards
            seat = seat + 1 if seat + 1 < len(seats) else 0
            if has_all_colours(masks, cards):
                result[RESULT_SIZE - 1] += 1


@allocating_function
def scoring(games: Any, seats: Any, early: Any, pack: Any, order: Any, masks: Any, result: Any, counts: Any) -> None:
    for game in range(games):
        masks[FRONT_MASKS] ^= np.uint64(game)
        judge(seats, masks, result)


@allocating_function
def adding(games: Any, seats: Any, early: Any, pack: Any, order: Any, masks: Any, result: Any, counts: Any) -> None:
    for _ in range(games):
        count_game(result, seats, counts)


@allocating_function
def whole(games: Any, seats: Any, early: Any, pack: Any, order: Any, masks: Any, result: Any, counts: Any) -> None:
    for game in range(games):
        play_random_game(U1, np.uint64(game), seats, early, pack, order, masks, result)
        count_game(result, seats, counts)


def main() -> None:
    contenders = {
        "shuffle": shuffles,
        "masks": build,
        "turns": turns,
        "scoring": scoring,
        "adding up": adding,
        "a game": whole,
    }
    print("nanoseconds a game, each part alone\nplayers  " + "  ".join(f"{name:>9}" for name in contenders))
    for players in range(2, 7):
        order, masks = np.zeros(ORDER_SIZE, np.uint8), np.zeros(MASKS_SIZE, np.uint64)
        result, counts = np.zeros(RESULT_SIZE, np.int64), np.zeros(COUNTS_SIZE, np.int64)
        seats, pack = (0,) * players, PACK.copy()
        cpu.show_random(np.uint64(1), np.uint64(1), seats, pack, order, masks, result)
        times = {}
        for name, play in contenders.items():
            play(10, seats, EARLY_DRAWS[players], pack, order, masks, result, counts)
            times[name] = min(
                _timed(play, seats, EARLY_DRAWS[players], pack, order, masks, result, counts) for _ in range(5)
            )
        print(f"{players:7}  " + "  ".join(f"{1e9 * time / GAMES_PER_PART:9.0f}" for time in times.values()))


def _timed(play: Any, *arguments: Any) -> float:
    started = perf_counter()
    play(GAMES_PER_PART, *arguments)
    return perf_counter() - started


if __name__ == "__main__":
    main()
