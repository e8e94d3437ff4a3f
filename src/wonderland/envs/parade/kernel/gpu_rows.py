"""Moving games and observations between a batch on the GPU and the fast memory of a block of threads.

In a batch the same word of all games lies together, so that neighbouring threads, which play neighbouring games, read
and write neighbouring places. Observations and masks lie a row a game, as their users want them: the threads of a block
write theirs into shared memory, from where all of them copy everything in order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import cuda, types

from wonderland.envs.parade.kernel.compact import COMPACT_SIZE
from wonderland.envs.parade.kernel.game import row_of
from wonderland.envs.parade.kernel.layout import (
    ACTIONS,
    BYTES_SIZE,
    HANDS,
    LINE_WORD,
    META,
    NUMBER_WORD,
    WORDS_SIZE,
)  # fmt: skip
from wonderland.envs.parade.kernel.privileged import PRIVILEGED_SIZE
from wonderland.envs.parade.kernel.rich import DETAILED_SIZE
from wonderland.sim.kernel.compiling import inlined_function
from wonderland.sim.kernel.gpu_words import PLANES
from wonderland.sim.kernel.intrinsics import array_data, intrinsic
from wonderland.sim.kernel.layout import COLOUR_MASKS, COLOURS, FRONT_MASKS, META_SIZE

_cuda: Any = cuda  # numba has no types for it

#: Threads of a block: more would need more shared memory than a block has.
THREADS_PER_BLOCK = 64
#: A thread's own bytes are aligned to words.
ALIGNMENT = 8
#: Bytes are moved in fours, which lie in a batch as words of 32 bits.
FOUR = 4
BYTE_WORDS = BYTES_SIZE // FOUR
#: Rows in shared memory. With an odd number of fours a row, neighbours do not wait for the same memory bank.
COMPACT_ROOM, DETAILED_ROOM, PRIVILEGED_ROOM, MASK_ROOM = (
    (THREADS_PER_BLOCK, (size // FOUR | 1) * FOUR) for size in (COMPACT_SIZE, DETAILED_SIZE, PRIVILEGED_SIZE, ACTIONS)
)
WORDS_ROOM = (THREADS_PER_BLOCK, WORDS_SIZE + 1)
assert COMPACT_SIZE % FOUR == PRIVILEGED_SIZE % FOUR == ACTIONS % FOUR == 0, "rows are copied in fours"

_i32, _i64 = ir.IntType(32), ir.IntType(64)


def on_gpu(function: Callable[..., Any]) -> Any:
    """A kernel that Python launches."""
    return _cuda.jit(function)


def _used_words(players: int) -> list[int]:
    """The words that hold anything on a GPU: see ``sim/kernel/gpu_words.py``."""
    colours = range(COLOUR_MASKS, COLOUR_MASKS + COLOURS)
    return [*colours, *sorted(PLANES), *range(FRONT_MASKS, FRONT_MASKS + players), LINE_WORD, NUMBER_WORD]


def _move(context: Any, builder: Any, signature: Any, values: Any, places: list[int], load: bool) -> None:
    """Copy places of the column of a game to a thread's row, or back: all reads before all writes."""
    column, game, row = values[0], values[1], array_data(context, builder, signature, values, 2)
    batch = context.make_array(signature.args[0])(context, builder, column)
    games = builder.extract_value(batch.shape, 1)
    kind = batch.data.type
    row = builder.bitcast(row, kind)

    def in_batch(place: int) -> Any:
        return builder.gep(batch.data, [builder.add(builder.mul(games, ir.Constant(_i64, place)), game)])

    def in_row(place: int) -> Any:
        return builder.gep(row, [ir.Constant(_i64, place)])

    source, target = (in_batch, in_row) if load else (in_row, in_batch)
    found = [builder.load(source(place)) for place in places]
    for place, value in zip(places, found, strict=True):
        builder.store(value, target(place))


def _all_bytes(players: int) -> list[int]:
    return list(range(BYTE_WORDS))


def _choice_bytes(players: int) -> list[int]:
    """What tells who acts and what they may choose: hands, cards set aside, counters."""
    return list(range(HANDS // FOUR, (META + META_SIZE - 1) // FOUR + 1))


def _mover(load: bool, used: Callable[[int], list[int]]) -> Any:
    def move(_: Any, batch: Any, game: Any, row: Any, seats: Any) -> Any:
        places = used(len(seats))

        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            _move(context, builder, signature, values, places, load)
            return context.get_dummy_value()

        return types.void(batch, types.int64, row, seats), code

    return intrinsic(move)


#: ``move(batch, game, row, seats)``: between an array of the batch, (places, games), and a thread's own row.
load_words, store_words = _mover(True, _used_words), _mover(False, _used_words)
load_bytes, store_bytes = _mover(True, _all_bytes), _mover(False, _all_bytes)
load_choice_bytes = _mover(True, _choice_bytes)


@intrinsic
def copy_four(_: Any, source: Any, start: Any, target: Any, end: Any) -> Any:
    """Copy four bytes between arrays in one piece; the places are counted in fours."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        addresses = []
        for place in (0, 2):
            data = builder.bitcast(array_data(context, builder, signature, values, place), _i32.as_pointer())
            addresses.append(builder.gep(data, [values[place + 1]]))
        builder.store(builder.load(addresses[0]), addresses[1])
        return context.get_dummy_value()

    return types.void(source, types.int64, target, types.int64), code


@inlined_function
def copy_rows(rows: Any, size: Any, target: Any) -> None:
    """Copy the rows of a block, of so many bytes each, to where they lie in the batch one after the other."""
    # The size is known to the compiler, the target's shape is not: divisions by it would take long.
    width, fours = (size // FOUR) | 1, size // FOUR
    first = np.int64(_cuda.blockIdx.x) * THREADS_PER_BLOCK
    count = min(np.int64(THREADS_PER_BLOCK), len(target) - first)
    for place in range(np.int64(_cuda.threadIdx.x), count * fours, THREADS_PER_BLOCK):
        row = place // fours
        copy_four(rows, row * width + place - row * fours, target, first * fours + place)


@inlined_function
def load_row(game: Any, seats: Any, state: Any, words: Any, bytes_: Any) -> Any:
    """A game of the batch, copied into a thread's own arrays; the pile stays where it is."""
    load_words(state[0], game, words, seats)
    load_bytes(state[1], game, bytes_, seats)
    return row_of(words, bytes_, state[2][game])


@inlined_function
def store_row(game: Any, seats: Any, state: Any, words: Any, bytes_: Any) -> None:
    """Copy a game back into the batch."""
    store_words(state[0], game, words, seats)
    store_bytes(state[1], game, bytes_, seats)


@inlined_function
def load_choice(game: Any, seats: Any, state: Any, words: Any, bytes_: Any) -> Any:
    """As ``load_row``, but only what tells who acts and what they may choose."""
    words[NUMBER_WORD] = state[0][NUMBER_WORD, game]
    load_choice_bytes(state[1], game, bytes_, seats)
    return row_of(words, bytes_, state[2][game])
