"""The entry points on the GPU. Imported only where there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, types

from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.layout import (
    COUNTS_SIZE,
    DECK_SIZE,
    HAND_SIZE,
    MASKS_SIZE,
    MAX_PILE,
    MAX_PLAYERS,
    META_SIZE,
    RESULT_SIZE,
    Game,
)  # fmt: skip
from wonderland.sim.kernel.policy_game import play_policy_game
from wonderland.sim.kernel.random_game import play_random_game
from wonderland.sim.runs.counting import count_game, write_row

#: numba has no types for these.
_cuda: Any = cuda
#: The 64 cards in the order of play, aligned to words; and the two words that stand for the pack.
_ORDER_SIZE, _ALIGNMENT, _VIRTUAL_PACK = 64, 8, 2
#: The sizes of a thread's own arrays must be plain numbers.
_HANDS_SIZE, _ASIDE_SIZE = MAX_PLAYERS * HAND_SIZE, MAX_PLAYERS * 2


def on_gpu(function: Callable[..., Any]) -> Any:
    """An entry point; with few enough registers that a multiprocessor holds three blocks of threads (measured)."""
    return _cuda.jit(max_registers=80)(function)


@kernel_function
def clear_counts(block_counts: Any) -> None:
    """Clear the histograms of a block of threads."""
    for place in range(_cuda.threadIdx.x, COUNTS_SIZE, _cuda.blockDim.x):
        block_counts[place] = 0
    _cuda.syncthreads()


@kernel_function
def add_counts(block_counts: Any, counts: Any) -> None:
    """Add the histograms of a block to those of the run."""
    _cuda.syncthreads()
    for place in range(_cuda.threadIdx.x, COUNTS_SIZE, _cuda.blockDim.x):
        if block_counts[place] != 0:
            _cuda.atomic.add(counts, place, types.int64(block_counts[place]))


@kernel_function
def fill_pack(pack: Any) -> None:
    """The 66 cards in order, in the kernel's form."""
    for place in range(DECK_SIZE):
        pack[place] = np.uint8(place + 5 * ((place * 47) >> 9))


@on_gpu
def count_random(seed: Any, start: Any, stop: Any, seats: Any, early_draws: Any, counts: Any) -> None:
    """Count games of random players in a grid-stride loop, first for each block in shared memory."""
    block_counts = _cuda.shared.array(COUNTS_SIZE, types.int32)
    clear_counts(block_counts)
    pack = _cuda.local.array(_VIRTUAL_PACK, types.uint64)
    order = _cuda.local.array(_ORDER_SIZE, types.uint8, _ALIGNMENT)
    masks = _cuda.local.array(MASKS_SIZE, types.uint64)
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    for game in range(start + _cuda.grid(1), stop, _cuda.gridsize(1)):
        play_random_game(seed, np.uint64(game), seats, early_draws, pack, order, masks, result)
        count_game(result, seats, block_counts)
    add_counts(block_counts, counts)


@on_gpu
def list_random(seed: Any, start: Any, stop: Any, seats: Any, early_draws: Any, table: Any) -> None:
    """Games of random players, a row each."""
    pack = _cuda.local.array(_VIRTUAL_PACK, types.uint64)
    order = _cuda.local.array(_ORDER_SIZE, types.uint8, _ALIGNMENT)
    masks = _cuda.local.array(MASKS_SIZE, types.uint64)
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    for game in range(start + _cuda.grid(1), stop, _cuda.gridsize(1)):
        play_random_game(seed, np.uint64(game), seats, early_draws, pack, order, masks, result)
        write_row(result, seats, table[game - start])


@on_gpu
def count_games(seed: Any, start: Any, stop: Any, seats: Any, policies: Any, counts: Any) -> None:
    """As ``count_random``, with hands and a policy for each seat."""
    block_counts = _cuda.shared.array(COUNTS_SIZE, types.int32)
    clear_counts(block_counts)
    pack, deck = _cuda.local.array(DECK_SIZE, types.uint8), _cuda.local.array(DECK_SIZE, types.uint8, _ALIGNMENT)
    own, result = _cuda.local.array(MAX_PLAYERS, types.uint8), _cuda.local.array(RESULT_SIZE, types.int64)
    masks, hands = _cuda.local.array(MASKS_SIZE, types.uint64), _cuda.local.array(_HANDS_SIZE, types.uint8)
    pile, aside = _cuda.local.array(MAX_PILE, types.uint8), _cuda.local.array(_ASIDE_SIZE, types.uint8)
    game = Game(masks, hands, pile, aside, _cuda.local.array(META_SIZE, types.int16))
    fill_pack(pack)
    for number in range(start + _cuda.grid(1), stop, _cuda.gridsize(1)):
        play_policy_game(seed, np.uint64(number), seats, policies, pack, deck, own, game, result)
        count_game(result, seats, block_counts)
    add_counts(block_counts, counts)


@on_gpu
def list_games(seed: Any, start: Any, stop: Any, seats: Any, policies: Any, table: Any) -> None:
    """As ``list_random``, with hands and a policy for each seat."""
    pack, deck = _cuda.local.array(DECK_SIZE, types.uint8), _cuda.local.array(DECK_SIZE, types.uint8, _ALIGNMENT)
    own, result = _cuda.local.array(MAX_PLAYERS, types.uint8), _cuda.local.array(RESULT_SIZE, types.int64)
    masks, hands = _cuda.local.array(MASKS_SIZE, types.uint64), _cuda.local.array(_HANDS_SIZE, types.uint8)
    pile, aside = _cuda.local.array(MAX_PILE, types.uint8), _cuda.local.array(_ASIDE_SIZE, types.uint8)
    game = Game(masks, hands, pile, aside, _cuda.local.array(META_SIZE, types.int16))
    fill_pack(pack)
    for number in range(start + _cuda.grid(1), stop, _cuda.gridsize(1)):
        play_policy_game(seed, np.uint64(number), seats, policies, pack, deck, own, game, result)
        write_row(result, seats, table[number - start])
