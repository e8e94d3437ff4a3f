"""The entry points on the GPU. Imported only where there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda, types

from wonderland.sim.kernel import play_at_random
from wonderland.sim.layout import COUNTS, END, WORK
from wonderland.sim.runs import add_up, write_row

#: numba has no types for these.
_cuda: Any = cuda
#: Cards in the order of play, on whole words; and what stands for the pack: where its bottom two cards came from.
_ORDER, _WORD, _BOTTOM = 64, 8, 2


def on_gpu(function: Callable[..., Any]) -> Any:
    """An entry point; with few enough registers that a processor holds three blocks of threads (measured)."""
    return _cuda.jit(max_registers=80)(function)


@on_gpu
def count_random(seed: Any, start: Any, stop: Any, seats: Any, early: Any, counts: Any) -> None:
    """Every thread plays each so-many-th game; a block counts in its own fast memory and adds that up at the end."""
    own = _cuda.shared.array(COUNTS, types.int32)
    for place in range(_cuda.threadIdx.x, COUNTS, _cuda.blockDim.x):
        own[place] = 0
    _cuda.syncthreads()
    pack = _cuda.local.array(_BOTTOM, types.uint64)
    order = _cuda.local.array(_ORDER, types.uint8, _WORD)
    work = _cuda.local.array(WORK, types.uint64)
    end = _cuda.local.array(END, types.int64)
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
    pack = _cuda.local.array(_BOTTOM, types.uint64)
    order = _cuda.local.array(_ORDER, types.uint8, _WORD)
    work = _cuda.local.array(WORK, types.uint64)
    end = _cuda.local.array(END, types.int64)
    for game in range(start + _cuda.grid(1), stop, _cuda.gridsize(1)):
        play_at_random(seed, np.uint64(game), seats, early, pack, order, work, end)
        write_row(end, seats, table[game - start])
