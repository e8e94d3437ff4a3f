"""The entry points on the GPU. Imported only where there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, types

from wonderland.sim.kernel.compiling import kernel_function
from wonderland.sim.kernel.layout import CARDS_IN_ALL, COUNTS, END, HAND, META, PILE, SEATS, WORK
from wonderland.sim.kernel.random_game import play_at_random
from wonderland.sim.runs.cpu import add_up, play_by_policy, write_row

#: numba has no types for these.
_cuda: Any = cuda
#: Cards in the order of play, on whole words; and what stands for the pack: where its bottom two cards came from.
_ORDER, _WORD, _BOTTOM = 64, 8, 2
#: The sizes of a thread's own arrays must be plain numbers.
_HELD, _ASIDE = SEATS * HAND, SEATS * 2


def on_gpu(function: Callable[..., Any]) -> Any:
    """An entry point; with few enough registers that a processor holds three blocks of threads (measured)."""
    return _cuda.jit(max_registers=80)(function)


@kernel_function
def begin_counting(own: Any) -> None:
    for place in range(_cuda.threadIdx.x, COUNTS, _cuda.blockDim.x):
        own[place] = 0
    _cuda.syncthreads()


@kernel_function
def end_counting(own: Any, counts: Any) -> None:
    _cuda.syncthreads()
    for place in range(_cuda.threadIdx.x, COUNTS, _cuda.blockDim.x):
        if own[place] != 0:
            _cuda.atomic.add(counts, place, types.int64(own[place]))


@kernel_function
def unpack(pack: Any) -> None:
    """The 66 cards in order, in the kernel's form."""
    for place in range(CARDS_IN_ALL):
        pack[place] = np.uint8(place + 5 * ((place * 47) >> 9))


@on_gpu
def count_random(seed: Any, start: Any, stop: Any, seats: Any, early: Any, counts: Any) -> None:
    """Every thread plays each so-many-th game; a block counts in its own fast memory and adds that up at the end."""
    own = _cuda.shared.array(COUNTS, types.int32)
    begin_counting(own)
    pack = _cuda.local.array(_BOTTOM, types.uint64)
    order = _cuda.local.array(_ORDER, types.uint8, _WORD)
    work = _cuda.local.array(WORK, types.uint64)
    end = _cuda.local.array(END, types.int64)
    for game in range(start + _cuda.grid(1), stop, _cuda.gridsize(1)):
        play_at_random(seed, np.uint64(game), seats, early, pack, order, work, end)
        add_up(end, seats, own)
    end_counting(own, counts)


@on_gpu
def list_random(seed: Any, start: Any, stop: Any, seats: Any, early: Any, table: Any) -> None:
    """A row a game."""
    pack = _cuda.local.array(_BOTTOM, types.uint64)
    order = _cuda.local.array(_ORDER, types.uint8, _WORD)
    work = _cuda.local.array(WORK, types.uint64)
    end = _cuda.local.array(END, types.int64)
    for game in range(start + _cuda.grid(1), stop, _cuda.gridsize(1)):
        play_at_random(seed, np.uint64(game), seats, early, pack, order, work, end)
        write_row(end, seats, table[game - start])


@on_gpu
def count_games(seed: Any, start: Any, stop: Any, seats: Any, policies: Any, counts: Any) -> None:
    """As ``count_random``, with hands and a policy for each seat."""
    own = _cuda.shared.array(COUNTS, types.int32)
    begin_counting(own)
    pack, order = _cuda.local.array(CARDS_IN_ALL, types.uint8), _cuda.local.array(CARDS_IN_ALL, types.uint8, _WORD)
    work, end = _cuda.local.array(WORK, types.uint64), _cuda.local.array(END, types.int64)
    hands, pile = _cuda.local.array(_HELD, types.uint8), _cuda.local.array(PILE, types.uint8)
    aside, turns = _cuda.local.array(_ASIDE, types.uint8), _cuda.local.array(SEATS, types.uint8)
    meta = _cuda.local.array(META, types.int16)
    unpack(pack)
    for game in range(start + _cuda.grid(1), stop, _cuda.gridsize(1)):
        play_by_policy(seed, np.uint64(game), seats, policies, pack, order, work, hands, pile, aside, turns, meta, end)
        add_up(end, seats, own)
    end_counting(own, counts)


@on_gpu
def list_games(seed: Any, start: Any, stop: Any, seats: Any, policies: Any, table: Any) -> None:
    """As ``list_random``, with hands and a policy for each seat."""
    pack, order = _cuda.local.array(CARDS_IN_ALL, types.uint8), _cuda.local.array(CARDS_IN_ALL, types.uint8, _WORD)
    work, end = _cuda.local.array(WORK, types.uint64), _cuda.local.array(END, types.int64)
    hands, pile = _cuda.local.array(_HELD, types.uint8), _cuda.local.array(PILE, types.uint8)
    aside, turns = _cuda.local.array(_ASIDE, types.uint8), _cuda.local.array(SEATS, types.uint8)
    meta = _cuda.local.array(META, types.int16)
    unpack(pack)
    for game in range(start + _cuda.grid(1), stop, _cuda.gridsize(1)):
        play_by_policy(seed, np.uint64(game), seats, policies, pack, order, work, hands, pile, aside, turns, meta, end)
        write_row(end, seats, table[game - start])
