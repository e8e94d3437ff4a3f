"""The loops over all games of a batch on the CPU. They write into the caller's arrays and allocate nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.envs.parade.kernel.compact import write_compact
from wonderland.envs.parade.kernel.game import Scratch, actor_of, row_of
from wonderland.envs.parade.kernel.one_game import choose_one, deal_one, reset_one, step_one
from wonderland.envs.parade.kernel.privileged import write_privileged
from wonderland.envs.parade.kernel.rich import DETAILED_SIZE, write_detailed, write_rich
from wonderland.envs.parade.kernel.step import is_legal, write_mask
from wonderland.sim.kernel.compiling import SOURCES, entry_points, inlined_function
from wonderland.sim.kernel.layout import ORDER_SIZE, PACK, RESULT_SIZE

entry_point = entry_points(
    *SOURCES, "wonderland.envs.parade.kernel", "wonderland.envs.parade.observations", allocates=False
)

ALL_LEGAL = -1


def new_scratch() -> tuple[Any, ...]:
    """Room for a deal, for scoring and for an observation with details."""
    return (
        PACK.copy(),
        np.zeros(ORDER_SIZE, np.uint8),
        np.zeros(RESULT_SIZE, np.int64),
        np.zeros(DETAILED_SIZE, np.uint8),
    )


@inlined_function
def row_at(game: Any, state: Any) -> Any:
    """A game of the batch."""
    words, bytes_, pile = state
    return row_of(words[game], bytes_[game], pile[game])


# ---- dealing ------------------------------------------------------------------------------------------------


@entry_point
def reset_games(settings: Any, seats: Any, which: Any, scratch: Any, state: Any, out: Any) -> None:
    """Deal the game of each row's number where ``which`` says so."""
    for game in range(len(which)):
        if which[game]:
            reset_one(game, settings, seats, Scratch(*scratch), row_at(game, state), out)


@entry_point
def deal_games(settings: Any, seats: Any, decks: Any, first: Any, scratch: Any, state: Any, out: Any) -> None:
    """Deal given decks, of cards in the kernel's form."""
    for game in range(len(decks)):
        deal_one(game, settings, seats, decks[game], first[game], Scratch(*scratch), row_at(game, state), out)


# ---- stepping -----------------------------------------------------------------------------------------------


@entry_point
def first_illegal(seats: Any, actions: Any, state: Any) -> Any:
    """The first game whose action is not legal; -1 if all are."""
    for number in range(len(actions)):
        game = row_at(number, state).game
        if not is_legal(np.int64(actions[number]), actor_of(seats, game), seats, game):
            return number
    return ALL_LEGAL


@inlined_function
def step_and_mask(
    game: Any, settings: Any, seats: Any, actions: Any, scratch: Any, row: Any, out: Any, seen: Any
) -> Any:
    """One action; who acts next, written down with what they may do."""
    _, mask, seat = seen
    actor = step_one(game, settings, seats, actions[game], scratch, row, out)
    seat[game] = actor
    write_mask(actor, seats, row.game, mask[game])
    return actor


@entry_point
def step_compact(settings: Any, seats: Any, actions: Any, scratch: Any, state: Any, out: Any, seen: Any) -> None:
    """One action a game, with the compact observation of whoever acts next."""
    scratch = Scratch(*scratch)
    for game in range(len(actions)):
        row = row_at(game, state)
        actor = step_and_mask(game, settings, seats, actions, scratch, row, out, seen)
        write_compact(max(actor, 0), actor, seats, row, scratch.result, seen[0][game])


@entry_point
def step_rich(settings: Any, seats: Any, actions: Any, scratch: Any, state: Any, out: Any, seen: Any) -> None:
    """One action a game, with the rich observation of whoever acts next."""
    scratch = Scratch(*scratch)
    for game in range(len(actions)):
        row = row_at(game, state)
        actor = step_and_mask(game, settings, seats, actions, scratch, row, out, seen)
        write_detailed(max(actor, 0), actor, seats, row, scratch.result, scratch.seen)
        write_rich(scratch.seen, seen[0][game], 0, 1)


@entry_point
def step_privileged(settings: Any, seats: Any, actions: Any, scratch: Any, state: Any, out: Any, seen: Any) -> None:
    """One action a game, with the privileged observation of whoever acts next."""
    scratch = Scratch(*scratch)
    for game in range(len(actions)):
        row = row_at(game, state)
        actor = step_and_mask(game, settings, seats, actions, scratch, row, out, seen)
        write_privileged(max(actor, 0), actor, seats, row, scratch.result, seen[0][game])


@entry_point
def choose_actions(seed: Any, policy: Any, seats: Any, state: Any, actions: Any) -> None:
    """What a compiled bot would do in each game."""
    for game in range(len(actions)):
        actions[game] = choose_one(seed, policy, seats, row_at(game, state))


# ---- observing ----------------------------------------------------------------------------------------------


@entry_point
def find_actors(seats: Any, state: Any, seen: Any) -> None:
    """Who acts next in each game, and what they may do."""
    _, mask, seat = seen
    for game in range(len(seat)):
        row = row_at(game, state)
        actor = actor_of(seats, row.game)
        seat[game] = actor
        write_mask(actor, seats, row.game, mask[game])


@entry_point
def observe_compact(seats: Any, viewers: Any, scratch: Any, state: Any, observation: Any) -> None:
    """The compact observation of one seat of each game."""
    for game in range(len(viewers)):
        row, viewer = row_at(game, state), max(np.int64(viewers[game]), 0)
        write_compact(viewer, actor_of(seats, row.game), seats, row, Scratch(*scratch).result, observation[game])


@entry_point
def observe_rich(seats: Any, viewers: Any, scratch: Any, state: Any, observation: Any) -> None:
    """The rich observation of one seat of each game."""
    scratch = Scratch(*scratch)
    for game in range(len(viewers)):
        row, viewer = row_at(game, state), max(np.int64(viewers[game]), 0)
        write_detailed(viewer, actor_of(seats, row.game), seats, row, scratch.result, scratch.seen)
        write_rich(scratch.seen, observation[game], 0, 1)


@entry_point
def observe_privileged(seats: Any, viewers: Any, scratch: Any, state: Any, observation: Any) -> None:
    """The privileged observation of one seat of each game."""
    for game in range(len(viewers)):
        row, viewer = row_at(game, state), max(np.int64(viewers[game]), 0)
        write_privileged(viewer, actor_of(seats, row.game), seats, row, Scratch(*scratch).result, observation[game])
