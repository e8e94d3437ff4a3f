"""What happens to one game of a batch in one call: the body of the loops in ``cpu.py`` and ``gpu.py``."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.envs.parade.kernel.game import actor_of, deal_number, deal_row, row_of
from wonderland.envs.parade.kernel.layout import NOBODY, NUMBER_WORD
from wonderland.envs.parade.kernel.step import bot_action, go_on, is_legal, step_row, write_mask
from wonderland.sim.kernel.compiling import inlined_function


@inlined_function
def clear_outcome(game: Any, seats: Any, out: Any) -> None:
    """No reward and no scores."""
    reward, scores, _ = out
    for seat in range(len(seats)):
        reward[game, seat], scores[game, seat] = np.float32(0.0), 0


@inlined_function
def write_actor(game: Any, actor: Any, seats: Any, row: Any, seen: Any) -> None:
    """Who acts next, and what they may do."""
    _, mask, seat = seen
    seat[game] = actor
    write_mask(actor, seats, row.game, mask[game])


@inlined_function
def reset_one(game: Any, rules: Any, seats: Any, which: Any, scratch: Any, state: Any, out: Any) -> None:
    """Deal the game of the row's number, if it is to be dealt."""
    seed, stride, _, policies = rules
    words, bytes_ = state
    reward, scores, done = out
    if which[game]:
        row = row_of(words[game], bytes_[game])
        deal_number(seed, words[game, NUMBER_WORD], seats, scratch, row)
        go_on(seed, stride, False, seats, policies, scratch, row, reward[game], scores[game])
        clear_outcome(game, seats, out)
        done[game] = False


@inlined_function
def deal_one(game: Any, rules: Any, seats: Any, decks: Any, first: Any, scratch: Any, state: Any, out: Any) -> None:
    """Deal a given deck, of cards in the kernel's form."""
    seed, stride, _, policies = rules
    words, bytes_ = state
    reward, scores, done = out
    row = row_of(words[game], bytes_[game])
    deal_row(decks[game], np.int64(first[game]), words[game, NUMBER_WORD], seats, row)
    go_on(seed, stride, False, seats, policies, scratch, row, reward[game], scores[game])
    clear_outcome(game, seats, out)
    done[game] = False


@inlined_function
def step_one(game: Any, rules: Any, seats: Any, actions: Any, scratch: Any, state: Any, out: Any, seen: Any) -> Any:
    """One action, and the mask of whoever acts next; the row, and who that is.

    An action that is not legal leaves the game as it is.
    """
    seed, stride, autoreset, policies = rules
    words, bytes_ = state
    reward, scores, done = out
    clear_outcome(game, seats, out)
    row = row_of(words[game], bytes_[game])
    action = np.int64(actions[game])
    actor, ended = actor_of(seats, row.game), False
    if is_legal(action, actor, seats, row.game):
        actor, ended = step_row(
            action, actor, seed, stride, autoreset, seats, policies, scratch, row, reward[game], scores[game]
        )
    done[game] = ended
    write_actor(game, actor, seats, row, seen)
    return row, actor


@inlined_function
def choose_one(game: Any, seed: Any, policy: Any, seats: Any, state: Any, actions: Any) -> None:
    """What a compiled bot would do; 0 where the game is over."""
    words, bytes_ = state
    row = row_of(words[game], bytes_[game])
    seat = actor_of(seats, row.game)
    actions[game] = 0 if seat == NOBODY else bot_action(policy, seed, seat, seats, row)
