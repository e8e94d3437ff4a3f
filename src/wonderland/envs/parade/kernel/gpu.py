"""The loops over all games of a batch on the GPU, a thread a game. Imported only where there is one."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import cuda, types

from wonderland.envs.parade.kernel.compact import COMPACT_SIZE, write_compact
from wonderland.envs.parade.kernel.game import Scratch, actor_of, row_of
from wonderland.envs.parade.kernel.layout import NUMBER_WORD
from wonderland.envs.parade.kernel.one_game import choose_one, deal_one, reset_one, step_one, write_actor
from wonderland.envs.parade.kernel.privileged import write_privileged
from wonderland.envs.parade.kernel.rich import write_rich
from wonderland.envs.parade.kernel.step import is_legal
from wonderland.sim.kernel.compiling import inlined_function
from wonderland.sim.kernel.intrinsics import array_data, intrinsic
from wonderland.sim.kernel.layout import DECK_SIZE, ORDER_SIZE, RESULT_SIZE

#: numba has no types for these.
_cuda: Any = cuda
on_gpu: Any = _cuda.jit
#: A thread's own arrays are copied to the batch's a word at a time.
_ALIGNMENT, _WORD = 16, 8


@intrinsic
def copy_row(_: Any, source: Any, target: Any, size: Any) -> Any:
    """Copy a row of so many bytes, a multiple of eight, a word at a time."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        words = ir.IntType(64).as_pointer()
        start, end = (
            builder.bitcast(array_data(context, builder, signature, values, place), words) for place in (0, 1)
        )
        for word in range(signature.args[2].literal_value // _WORD):
            place = [ir.Constant(ir.IntType(32), word)]
            found = builder.load(builder.gep(start, place))
            found.align = _WORD
            builder.store(found, builder.gep(end, place), align=_WORD)
        return context.get_dummy_value()

    if not isinstance(size, types.IntegerLiteral):
        return None
    return types.void(source, target, size), code


@inlined_function
def fill_pack(pack: Any) -> None:
    """The 66 cards in order, in the kernel's form."""
    for place in range(DECK_SIZE):
        pack[place] = np.uint8(place + 5 * ((place * 47) >> 9))


# ---- dealing ------------------------------------------------------------------------------------------------


@on_gpu
def set_numbers(words: Any) -> None:
    """The first games of a seed."""
    game = _cuda.grid(1)
    if game < len(words):
        words[game, NUMBER_WORD] = np.uint64(game)


@on_gpu
def add_numbers(words: Any, which: Any) -> None:
    """The next games, where ``which`` says so."""
    game = _cuda.grid(1)
    if game < len(words) and which[game]:
        words[game, NUMBER_WORD] += np.uint64(len(words))


@on_gpu
def reset_games(rules: Any, seats: Any, which: Any, state: Any, out: Any) -> None:
    """Deal the game of each row's number where ``which`` says so."""
    pack, deck = _cuda.local.array(DECK_SIZE, types.uint8), _cuda.local.array(ORDER_SIZE, types.uint8, _ALIGNMENT)
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    game = _cuda.grid(1)
    if game < len(which):
        fill_pack(pack)
        reset_one(game, rules, seats, which, Scratch(pack, deck, result, deck), state, out)


@on_gpu
def deal_games(rules: Any, seats: Any, decks: Any, first: Any, state: Any, out: Any) -> None:
    """Deal given decks, of cards in the kernel's form."""
    pack, deck = _cuda.local.array(DECK_SIZE, types.uint8), _cuda.local.array(ORDER_SIZE, types.uint8, _ALIGNMENT)
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    game = _cuda.grid(1)
    if game < len(decks):
        fill_pack(pack)
        deal_one(game, rules, seats, decks, first, Scratch(pack, deck, result, deck), state, out)


# ---- stepping -----------------------------------------------------------------------------------------------


@on_gpu
def find_illegal(seats: Any, actions: Any, state: Any, first: Any) -> None:
    """The first game whose action is not legal; ``first`` is larger than any at the start."""
    words, bytes_ = state
    number = _cuda.grid(1)
    if number < len(actions):
        game = row_of(words[number], bytes_[number]).game
        if not is_legal(np.int64(actions[number]), actor_of(seats, game), seats, game):
            _cuda.atomic.min(first, 0, number)


@on_gpu
def step_compact(rules: Any, seats: Any, actions: Any, state: Any, out: Any, seen: Any) -> None:
    """One action a game, with the compact observation of whoever acts next."""
    pack, deck = _cuda.local.array(DECK_SIZE, types.uint8), _cuda.local.array(ORDER_SIZE, types.uint8, _ALIGNMENT)
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    own = _cuda.local.array(COMPACT_SIZE, types.uint8, _ALIGNMENT)
    game = _cuda.grid(1)
    if game < len(actions):
        fill_pack(pack)
        row, actor = step_one(game, rules, seats, actions, Scratch(pack, deck, result, own), state, out, seen)
        write_compact(max(actor, 0), actor, seats, row, result, own)
        copy_row(own, seen[0][game], COMPACT_SIZE)


@on_gpu
def step_rich(rules: Any, seats: Any, actions: Any, state: Any, out: Any, seen: Any) -> None:
    """One action a game, with the rich observation of whoever acts next."""
    pack, deck = _cuda.local.array(DECK_SIZE, types.uint8), _cuda.local.array(ORDER_SIZE, types.uint8, _ALIGNMENT)
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    own = _cuda.local.array(COMPACT_SIZE, types.uint8, _ALIGNMENT)
    game = _cuda.grid(1)
    if game < len(actions):
        fill_pack(pack)
        row, actor = step_one(game, rules, seats, actions, Scratch(pack, deck, result, own), state, out, seen)
        write_rich(max(actor, 0), actor, seats, row, result, own, seen[0][game])


@on_gpu
def step_privileged(rules: Any, seats: Any, actions: Any, state: Any, out: Any, seen: Any) -> None:
    """One action a game, with the privileged observation of whoever acts next."""
    pack, deck = _cuda.local.array(DECK_SIZE, types.uint8), _cuda.local.array(ORDER_SIZE, types.uint8, _ALIGNMENT)
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    game = _cuda.grid(1)
    if game < len(actions):
        fill_pack(pack)
        row, actor = step_one(game, rules, seats, actions, Scratch(pack, deck, result, deck), state, out, seen)
        write_privileged(max(actor, 0), actor, seats, row, result, seen[0][game])


@on_gpu
def choose_actions(seed: Any, policy: Any, seats: Any, state: Any, actions: Any) -> None:
    """What a compiled bot would do in each game."""
    game = _cuda.grid(1)
    if game < len(actions):
        choose_one(game, seed, policy, seats, state, actions)


# ---- observing ----------------------------------------------------------------------------------------------


@on_gpu
def find_actors(seats: Any, state: Any, seen: Any) -> None:
    """Who acts next in each game, and what they may do."""
    words, bytes_ = state
    game = _cuda.grid(1)
    if game < len(words):
        row = row_of(words[game], bytes_[game])
        write_actor(game, actor_of(seats, row.game), seats, row, seen)


@on_gpu
def observe_compact(seats: Any, viewers: Any, state: Any, observation: Any) -> None:
    words, bytes_ = state
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    game = _cuda.grid(1)
    if game < len(words):
        row, viewer = row_of(words[game], bytes_[game]), max(np.int64(viewers[game]), 0)
        write_compact(viewer, actor_of(seats, row.game), seats, row, result, observation[game])


@on_gpu
def observe_rich(seats: Any, viewers: Any, state: Any, observation: Any) -> None:
    words, bytes_ = state
    result, own = _cuda.local.array(RESULT_SIZE, types.int64), _cuda.local.array(COMPACT_SIZE, types.uint8)
    game = _cuda.grid(1)
    if game < len(words):
        row, viewer = row_of(words[game], bytes_[game]), max(np.int64(viewers[game]), 0)
        write_rich(viewer, actor_of(seats, row.game), seats, row, result, own, observation[game])


@on_gpu
def observe_privileged(seats: Any, viewers: Any, state: Any, observation: Any) -> None:
    words, bytes_ = state
    result = _cuda.local.array(RESULT_SIZE, types.int64)
    game = _cuda.grid(1)
    if game < len(words):
        row, viewer = row_of(words[game], bytes_[game]), max(np.int64(viewers[game]), 0)
        write_privileged(viewer, actor_of(seats, row.game), seats, row, result, observation[game])
