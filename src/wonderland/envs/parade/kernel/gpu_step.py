"""Dealing and stepping all games of a batch on the GPU, a thread a game. Imported only where there is one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, types

from wonderland.envs.parade.kernel.compact import COMPACT_SIZE, write_compact
from wonderland.envs.parade.kernel.game import Scratch, actor_of
from wonderland.envs.parade.kernel.gpu_observe import write_rich_rows
from wonderland.envs.parade.kernel.gpu_rows import (
    ALIGNMENT,
    COMPACT_ROOM,
    DETAILED_ROOM,
    MASK_ROOM,
    PRIVILEGED_ROOM,
    WORDS_ROOM,
    copy_rows,
    load_choice,
    load_row,
    on_gpu,
    store_row,
)  # fmt: skip
from wonderland.envs.parade.kernel.layout import ACTIONS, BYTES_SIZE, NUMBER_WORD, WORDS_SIZE
from wonderland.envs.parade.kernel.one_game import choose_one, deal_one, reset_one, step_one
from wonderland.envs.parade.kernel.privileged import PRIVILEGED_SIZE, write_privileged
from wonderland.envs.parade.kernel.rich import write_detailed
from wonderland.envs.parade.kernel.step import is_legal, write_mask
from wonderland.sim.kernel.layout import ORDER_SIZE, RANDOM, RESULT_SIZE

_cuda: Any = cuda  # numba has no types for it
#: Two words stand for the pack of a thread.
_VIRTUAL_PACK = 2


# ---- dealing ------------------------------------------------------------------------------------------------


@on_gpu
def set_numbers(words: Any) -> None:
    """The first games of a seed."""
    game = _cuda.grid(1)
    if game < words.shape[1]:
        words[NUMBER_WORD, game] = np.uint64(game)


@on_gpu
def add_numbers(words: Any, which: Any) -> None:
    """The next games, where ``which`` says so."""
    game = _cuda.grid(1)
    if game < words.shape[1] and which[game]:
        words[NUMBER_WORD, game] += np.uint64(words.shape[1])


@on_gpu
def reset_games(settings: Any, seats: Any, which: Any, state: Any, out: Any) -> None:
    """Deal the game of each row's number where ``which`` says so."""
    pack = _cuda.local.array(_VIRTUAL_PACK, types.uint64)
    deck = _cuda.local.array(ORDER_SIZE, types.uint8, ALIGNMENT)
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.shared.array(WORDS_ROOM, types.uint64)[_cuda.threadIdx.x]
    game = _cuda.grid(1)
    if game < len(which) and which[game]:
        row = load_row(game, seats, state, words, bytes_)
        reset_one(game, settings, seats, Scratch(pack, deck, result, deck), row, out)
        store_row(game, seats, state, words, bytes_)


@on_gpu
def deal_games(settings: Any, seats: Any, decks: Any, first: Any, state: Any, out: Any) -> None:
    """Deal given decks, of cards in the kernel's form."""
    pack = _cuda.local.array(_VIRTUAL_PACK, types.uint64)
    deck = _cuda.local.array(ORDER_SIZE, types.uint8, ALIGNMENT)
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.shared.array(WORDS_ROOM, types.uint64)[_cuda.threadIdx.x]
    game = _cuda.grid(1)
    if game < len(decks):
        row = load_row(game, seats, state, words, bytes_)
        deal_one(game, settings, seats, decks[game], first[game], Scratch(pack, deck, result, deck), row, out)
        store_row(game, seats, state, words, bytes_)


# ---- stepping -----------------------------------------------------------------------------------------------


@on_gpu
def find_illegal(seats: Any, actions: Any, state: Any, first: Any) -> None:
    """The first game whose action is not legal; ``first`` is larger than any at the start."""
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.local.array(WORDS_SIZE, types.uint64)
    number = _cuda.grid(1)
    if number < len(actions):
        game = load_choice(number, seats, state, words, bytes_).game
        if not is_legal(np.int64(actions[number]), actor_of(seats, game), seats, game):
            _cuda.atomic.min(first, 0, number)


@on_gpu
def step_compact(settings: Any, seats: Any, actions: Any, state: Any, out: Any, seen: Any) -> None:
    """One action a game, with the compact observation of whoever acts next."""
    pack = _cuda.local.array(_VIRTUAL_PACK, types.uint64)
    deck = _cuda.local.array(ORDER_SIZE, types.uint8, ALIGNMENT)
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.shared.array(WORDS_ROOM, types.uint64)[_cuda.threadIdx.x]
    masks = _cuda.shared.array(MASK_ROOM, types.uint8, ALIGNMENT)
    rows = _cuda.shared.array(COMPACT_ROOM, types.uint8, ALIGNMENT)
    game, thread = _cuda.grid(1), np.int64(_cuda.threadIdx.x)
    if game < len(actions):
        row = load_row(game, seats, state, words, bytes_)
        actor = step_one(game, settings, seats, actions[game], Scratch(pack, deck, result, deck), row, out)
        store_row(game, seats, state, words, bytes_)
        seen[2][game] = actor
        write_mask(actor, seats, row.game, masks[thread])
        write_compact(max(actor, 0), actor, seats, row, result, rows[thread])
    _cuda.syncthreads()
    copy_rows(masks, ACTIONS, seen[1])
    copy_rows(rows, COMPACT_SIZE, seen[0])


@on_gpu
def step_rich(settings: Any, seats: Any, actions: Any, state: Any, out: Any, seen: Any) -> None:
    """One action a game, with the rich observation of whoever acts next."""
    pack = _cuda.local.array(_VIRTUAL_PACK, types.uint64)
    deck = _cuda.local.array(ORDER_SIZE, types.uint8, ALIGNMENT)
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.local.array(WORDS_SIZE, types.uint64)
    masks = _cuda.shared.array(MASK_ROOM, types.uint8, ALIGNMENT)
    rows = _cuda.shared.array(DETAILED_ROOM, types.uint8, ALIGNMENT)
    game, thread = _cuda.grid(1), np.int64(_cuda.threadIdx.x)
    if game < len(actions):
        row = load_row(game, seats, state, words, bytes_)
        actor = step_one(game, settings, seats, actions[game], Scratch(pack, deck, result, deck), row, out)
        store_row(game, seats, state, words, bytes_)
        seen[2][game] = actor
        write_mask(actor, seats, row.game, masks[thread])
        write_detailed(max(actor, 0), actor, seats, row, result, rows[thread])
    _cuda.syncthreads()
    copy_rows(masks, ACTIONS, seen[1])
    write_rich_rows(rows, seen[0])


@on_gpu
def step_privileged(settings: Any, seats: Any, actions: Any, state: Any, out: Any, seen: Any) -> None:
    """One action a game, with the privileged observation of whoever acts next."""
    pack = _cuda.local.array(_VIRTUAL_PACK, types.uint64)
    deck = _cuda.local.array(ORDER_SIZE, types.uint8, ALIGNMENT)
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.shared.array(WORDS_ROOM, types.uint64)[_cuda.threadIdx.x]
    masks = _cuda.shared.array(MASK_ROOM, types.uint8, ALIGNMENT)
    rows = _cuda.shared.array(PRIVILEGED_ROOM, types.uint8, ALIGNMENT)
    game, thread = _cuda.grid(1), np.int64(_cuda.threadIdx.x)
    if game < len(actions):
        row = load_row(game, seats, state, words, bytes_)
        actor = step_one(game, settings, seats, actions[game], Scratch(pack, deck, result, deck), row, out)
        store_row(game, seats, state, words, bytes_)
        seen[2][game] = actor
        write_mask(actor, seats, row.game, masks[thread])
        write_privileged(max(actor, 0), actor, seats, row, result, rows[thread])
    _cuda.syncthreads()
    copy_rows(masks, ACTIONS, seen[1])
    copy_rows(rows, PRIVILEGED_SIZE, seen[0])


@on_gpu
def choose_random(seed: Any, seats: Any, state: Any, actions: Any) -> None:
    """A random action in each game."""
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.local.array(WORDS_SIZE, types.uint64)
    game = _cuda.grid(1)
    if game < len(actions):
        actions[game] = choose_one(seed, RANDOM, seats, load_choice(game, seats, state, words, bytes_))


@on_gpu
def choose_actions(seed: Any, policy: Any, seats: Any, state: Any, actions: Any) -> None:
    """What a compiled bot would do in each game."""
    bytes_ = _cuda.local.array(BYTES_SIZE, types.uint8, ALIGNMENT)
    words = _cuda.shared.array(WORDS_ROOM, types.uint64)[_cuda.threadIdx.x]
    game = _cuda.grid(1)
    if game < len(actions):
        actions[game] = choose_one(seed, policy, seats, load_row(game, seats, state, words, bytes_))
