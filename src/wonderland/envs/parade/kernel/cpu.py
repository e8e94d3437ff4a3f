"""The loops over all games of a batch on the CPU. They write into the caller's arrays and allocate nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.envs.parade.kernel.compact import COMPACT_SIZE, write_compact
from wonderland.envs.parade.kernel.game import Scratch, actor_of, row_of
from wonderland.envs.parade.kernel.one_game import choose_one, deal_one, reset_one, step_one, write_actor
from wonderland.envs.parade.kernel.privileged import write_privileged
from wonderland.envs.parade.kernel.rich import write_rich
from wonderland.envs.parade.kernel.step import is_legal
from wonderland.sim.kernel.compiling import SOURCES, entry_points
from wonderland.sim.kernel.layout import ORDER_SIZE, PACK, RESULT_SIZE

entry_point = entry_points(
    *SOURCES, "wonderland.envs.parade.kernel", "wonderland.envs.parade.observations", allocates=False
)

ALL_LEGAL = -1


def new_scratch() -> tuple[Any, ...]:
    """Room for a deal, for scoring and for a compact observation."""
    return (
        PACK.copy(),
        np.zeros(ORDER_SIZE, np.uint8),
        np.zeros(RESULT_SIZE, np.int64),
        np.zeros(COMPACT_SIZE, np.uint8),
    )


# ---- dealing ------------------------------------------------------------------------------------------------


@entry_point
def reset_games(rules: Any, seats: Any, which: Any, scratch: Any, state: Any, out: Any) -> None:
    """Deal the game of each row's number where ``which`` says so."""
    for game in range(len(which)):
        reset_one(game, rules, seats, which, Scratch(*scratch), state, out)


@entry_point
def deal_games(rules: Any, seats: Any, decks: Any, first: Any, scratch: Any, state: Any, out: Any) -> None:
    """Deal given decks, of cards in the kernel's form."""
    for game in range(len(decks)):
        deal_one(game, rules, seats, decks, first, Scratch(*scratch), state, out)


# ---- stepping -----------------------------------------------------------------------------------------------


@entry_point
def first_illegal(seats: Any, actions: Any, state: Any) -> Any:
    """The first game whose action is not legal; -1 if all are."""
    words, bytes_ = state
    for number in range(len(words)):
        game = row_of(words[number], bytes_[number]).game
        if not is_legal(np.int64(actions[number]), actor_of(seats, game), seats, game):
            return number
    return ALL_LEGAL


@entry_point
def step_compact(rules: Any, seats: Any, actions: Any, scratch: Any, state: Any, out: Any, seen: Any) -> None:
    """One action a game, with the compact observation of whoever acts next."""
    scratch = Scratch(*scratch)
    for game in range(len(actions)):
        row, actor = step_one(game, rules, seats, actions, scratch, state, out, seen)
        write_compact(max(actor, 0), actor, seats, row, scratch.result, seen[0][game])


@entry_point
def step_rich(rules: Any, seats: Any, actions: Any, scratch: Any, state: Any, out: Any, seen: Any) -> None:
    """One action a game, with the rich observation of whoever acts next."""
    scratch = Scratch(*scratch)
    for game in range(len(actions)):
        row, actor = step_one(game, rules, seats, actions, scratch, state, out, seen)
        write_rich(max(actor, 0), actor, seats, row, scratch.result, scratch.seen, seen[0][game])


@entry_point
def step_privileged(rules: Any, seats: Any, actions: Any, scratch: Any, state: Any, out: Any, seen: Any) -> None:
    """One action a game, with the privileged observation of whoever acts next."""
    scratch = Scratch(*scratch)
    for game in range(len(actions)):
        row, actor = step_one(game, rules, seats, actions, scratch, state, out, seen)
        write_privileged(max(actor, 0), actor, seats, row, scratch.result, seen[0][game])


@entry_point
def choose_actions(seed: Any, policy: Any, seats: Any, state: Any, actions: Any) -> None:
    """What a compiled bot would do in each game."""
    for game in range(len(actions)):
        choose_one(game, seed, policy, seats, state, actions)


# ---- observing ----------------------------------------------------------------------------------------------


@entry_point
def find_actors(seats: Any, state: Any, seen: Any) -> None:
    """Who acts next in each game, and what they may do."""
    words, bytes_ = state
    for game in range(len(words)):
        row = row_of(words[game], bytes_[game])
        write_actor(game, actor_of(seats, row.game), seats, row, seen)


@entry_point
def observe_compact(seats: Any, viewers: Any, scratch: Any, state: Any, observation: Any) -> None:
    words, bytes_ = state
    for game in range(len(words)):
        row, viewer = row_of(words[game], bytes_[game]), max(np.int64(viewers[game]), 0)
        write_compact(viewer, actor_of(seats, row.game), seats, row, Scratch(*scratch).result, observation[game])


@entry_point
def observe_rich(seats: Any, viewers: Any, scratch: Any, state: Any, observation: Any) -> None:
    words, bytes_ = state
    scratch = Scratch(*scratch)
    for game in range(len(words)):
        row, viewer = row_of(words[game], bytes_[game]), max(np.int64(viewers[game]), 0)
        write_rich(viewer, actor_of(seats, row.game), seats, row, scratch.result, scratch.seen, observation[game])


@entry_point
def observe_privileged(seats: Any, viewers: Any, scratch: Any, state: Any, observation: Any) -> None:
    words, bytes_ = state
    for game in range(len(words)):
        row, viewer = row_of(words[game], bytes_[game]), max(np.int64(viewers[game]), 0)
        write_privileged(viewer, actor_of(seats, row.game), seats, row, Scratch(*scratch).result, observation[game])
