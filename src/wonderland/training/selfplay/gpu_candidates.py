"""The candidates of a batch of games on the GPU. Imported only where there is one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, types

from wonderland.bots.parade.evaluation.costs import PRICES_SIZE
from wonderland.bots.parade.network.layout import NUMBERS_SIZE, STAGE, TURNED, Position
from wonderland.envs.parade.kernel.gpu_rows import ALIGNMENT, THREADS_PER_BLOCK, WORDS_ROOM, load_row, on_gpu
from wonderland.envs.parade.kernel.layout import BYTES_SIZE, WORDS_SIZE
from wonderland.sim.kernel.layout import DECK_SIZE, MAX_PLAYERS, RESULT_SIZE, U0, VALUES
from wonderland.training.selfplay.candidates import write_game
from wonderland.training.selfplay.table_choices import choose_by_table

_cuda: Any = cuda  # numba has no types for it
#: Words of four halves for each card, and the bits of a half that is one.
WORDS, ONE = 8, np.uint64(0x3F80)
#: Threads of a block that writes inputs.
INPUT_THREADS = 256
assert WORDS == 8
_32, _48 = np.uint64(32), np.uint64(48)
__all__ = ["INPUT_THREADS", "THREADS_PER_BLOCK", "choose_games", "write_games", "write_inputs"]


@on_gpu
def write_games(seats: Any, state: Any, seen: Any, whole: Any, out: Any) -> None:
    """All candidates of a game a thread."""
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.shared.array(WORDS_ROOM, types.uint64)[_cuda.threadIdx.x]
    places = _cuda.local.array(DECK_SIZE, types.uint8)
    numbers = _cuda.local.array(NUMBERS_SIZE, types.uint8)
    # The numbers of seats that there are not stay zero.
    for place in range(NUMBERS_SIZE):
        numbers[place] = 0
    game = _cuda.grid(1)
    if game < len(out.actions):
        row = load_row(game, seats, state, words, bytes_)
        write_game(seats, row, result, Position(places, numbers), game, seen, whole, out)


@on_gpu
def choose_games(seats: Any, state: Any, weights: Any, out: Any) -> None:
    """What a table of weights chooses, a game a thread."""
    prices = _cuda.local.array(PRICES_SIZE, types.int64)
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.shared.array(WORDS_ROOM, types.uint64)[_cuda.threadIdx.x]
    game = _cuda.grid(1)
    if game < len(out):
        for place in range(WORDS_SIZE):
            words[place] = U0
        out[game] = choose_by_table(seats, load_row(game, seats, state, words, bytes_), weights, prices)


@on_gpu
def write_inputs(places: Any, numbers: Any, out: Any) -> None:
    """The inputs of the first layer, see ``torch_model.py``: a thread writes a word, four halves (bfloat16)."""
    thread = np.int32(_cuda.grid(1))
    row, word = thread >> np.int32(3), thread & np.int32(WORDS - 1)
    if row < len(places) * DECK_SIZE:
        position = row // np.int32(DECK_SIZE)
        card = row - position * np.int32(DECK_SIZE)
        kind = np.int32(places[position, card]) - np.int32(1)
        bits = ONE << np.uint64((kind & np.int32(3)) << np.int32(4)) if kind >> np.int32(2) == word else U0
        if word == WORDS - 1:
            colour = card // np.int32(VALUES)
            value, stage = card - colour * np.int32(VALUES), np.int32(numbers[position, STAGE])
            if value < MAX_PLAYERS:
                turned = np.int32(numbers[position, TURNED + colour]) >> value & np.int32(1) == 1
            else:
                turned = stage == VALUES + value - MAX_PLAYERS
            bits |= ONE << _32 if turned else U0
            bits |= ONE << _48 if stage == value else U0
        out[position, card, word] = bits
