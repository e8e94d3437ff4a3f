"""Observations of a batch on the GPU: of any seat, and who acts next. Imported only where there is one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, types

from wonderland.envs.parade.kernel.compact import write_compact
from wonderland.envs.parade.kernel.game import actor_of
from wonderland.envs.parade.kernel.gpu_rows import (
    ALIGNMENT,
    DETAILED_ROOM,
    THREADS_PER_BLOCK,
    WORDS_ROOM,
    load_row,
    on_gpu,
)  # fmt: skip
from wonderland.envs.parade.kernel.layout import BYTES_SIZE, WORDS_SIZE
from wonderland.envs.parade.kernel.privileged import write_privileged
from wonderland.envs.parade.kernel.rich import write_detailed, write_rich
from wonderland.envs.parade.kernel.step import write_mask
from wonderland.sim.kernel.compiling import inlined_function
from wonderland.sim.kernel.layout import RESULT_SIZE

_cuda: Any = cuda  # numba has no types for it
#: How many threads write a rich observation together: so many halves fill a sector of memory.
WORKERS = 16


@inlined_function
def write_rich_rows(rows: Any, target: Any) -> None:
    """The rich observations of the games of a block: neighbouring threads write each of them together."""
    thread = np.int64(_cuda.threadIdx.x)
    worker, first = thread % WORKERS, thread - thread % WORKERS
    for place in range(first, first + WORKERS):
        game = np.int64(_cuda.blockIdx.x) * THREADS_PER_BLOCK + place
        if game < len(target):
            write_rich(rows[place], target[game], worker, WORKERS)


@on_gpu
def find_actors(seats: Any, state: Any, seen: Any) -> None:
    """Who acts next in each game, and what they may do."""
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.shared.array(WORDS_ROOM, types.uint64)[_cuda.threadIdx.x]
    game = _cuda.grid(1)
    if game < len(seen[2]):
        row = load_row(game, seats, state, words, bytes_)
        actor = actor_of(seats, row.game)
        seen[2][game] = actor
        write_mask(actor, seats, row.game, seen[1][game])


@on_gpu
def observe_compact(seats: Any, viewers: Any, state: Any, observation: Any) -> None:
    """The compact observation of one seat of each game."""
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.shared.array(WORDS_ROOM, types.uint64)[_cuda.threadIdx.x]
    game = _cuda.grid(1)
    if game < len(viewers):
        row, viewer = load_row(game, seats, state, words, bytes_), max(np.int64(viewers[game]), 0)
        write_compact(viewer, actor_of(seats, row.game), seats, row, result, observation[game])


@on_gpu
def observe_rich(seats: Any, viewers: Any, state: Any, observation: Any) -> None:
    """The rich observation of one seat of each game."""
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.local.array(WORDS_SIZE, types.uint64)
    rows = _cuda.shared.array(DETAILED_ROOM, types.uint8, ALIGNMENT)
    game, thread = _cuda.grid(1), np.int64(_cuda.threadIdx.x)
    if game < len(viewers):
        row, viewer = load_row(game, seats, state, words, bytes_), max(np.int64(viewers[game]), 0)
        write_detailed(viewer, actor_of(seats, row.game), seats, row, result, rows[thread])
    _cuda.syncthreads()
    write_rich_rows(rows, observation)


@on_gpu
def observe_privileged(seats: Any, viewers: Any, state: Any, observation: Any) -> None:
    """The privileged observation of one seat of each game."""
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.shared.array(WORDS_ROOM, types.uint64)[_cuda.threadIdx.x]
    game = _cuda.grid(1)
    if game < len(viewers):
        row, viewer = load_row(game, seats, state, words, bytes_), max(np.int64(viewers[game]), 0)
        write_privileged(viewer, actor_of(seats, row.game), seats, row, result, observation[game])
