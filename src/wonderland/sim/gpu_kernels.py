"""The entry points on the GPU. Imported only where there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, types

from wonderland.sim.compiling import part
from wonderland.sim.kernel import play_at_random
from wonderland.sim.layout import CARDS_IN_ALL, COUNTS, END, WORK
from wonderland.sim.runs import add_up, write_row

#: numba has no types for these.
_cuda: Any = cuda
#: Cards in the order of play; one more word than the 64 slots, for the record's sake.
_ORDER = 72


def on_gpu(function: Callable[..., Any]) -> Any:
    return _cuda.jit(function)


@part
def shuffle_ready(pack: Any, order: Any) -> None:
    """The pack in its first order, the kernel's way of holding cards; and no card drawn."""
    for number in range(CARDS_IN_ALL):
        pack[number] = np.uint8(number + 5 * ((number * 47) >> 9))
    for place in range(_ORDER):
        order[place] = np.uint8(0)


@on_gpu
def count_random(seed: Any, start: Any, stop: Any, seats: Any, early: Any, counts: Any) -> None:
    """Every thread plays each so-many-th game; a block counts in its own fast memory and adds that up at the end."""
    own = _cuda.shared.array(COUNTS, types.int32)
    for place in range(_cuda.threadIdx.x, COUNTS, _cuda.blockDim.x):
        own[place] = 0
    _cuda.syncthreads()
    pack = _cuda.local.array(CARDS_IN_ALL, types.uint8)
    order = _cuda.local.array(_ORDER, types.uint8)
    work = _cuda.local.array(WORK, types.uint64)
    end = _cuda.local.array(END, types.int64)
    shuffle_ready(pack, order)
    for game in range(start + _cuda.grid(1), stop, _cuda.gridsize(1)):
        play_at_random(seed, np.uint64(game), seats, early, pack, order, work, end)
        add_up(end, seats, own)
    _cuda.syncthreads()
    for place in range(_cuda.threadIdx.x, COUNTS, _cuda.blockDim.x):
        if own[place] != 0:
            _cuda.atomic.add(counts, place, types.int64(own[place]))


@on_gpu
def list_random(seed: Any, start: Any, stop: Any, seats: Any, early: Any, table: Any) -> None:
    """A row a game."""
    pack = _cuda.local.array(CARDS_IN_ALL, types.uint8)
    order = _cuda.local.array(_ORDER, types.uint8)
    work = _cuda.local.array(WORK, types.uint64)
    end = _cuda.local.array(END, types.int64)
    shuffle_ready(pack, order)
    for game in range(start + _cuda.grid(1), stop, _cuda.gridsize(1)):
        play_at_random(seed, np.uint64(game), seats, early, pack, order, work, end)
        write_row(end, seats, table[game - start])
