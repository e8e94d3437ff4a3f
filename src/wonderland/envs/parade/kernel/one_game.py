"""What happens to one game of a batch in one call: the body of the loops in ``cpu.py`` and ``gpu_step.py``.

``settings`` are the seed, by how much the numbers of a row's games differ, whether games are dealt anew when they end,
and who plays each seat; ``out`` are the arrays of rewards, scores and ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.envs.parade.kernel.game import actor_of, deal_number, deal_row
from wonderland.envs.parade.kernel.layout import NOBODY, NUMBER_WORD
from wonderland.envs.parade.kernel.step import bot_action, go_on, is_legal, step_row
from wonderland.sim.kernel.compiling import inlined_function


@inlined_function
def clear_outcome(game: Any, seats: Any, out: Any) -> None:
    """No reward and no scores."""
    reward, scores, _ = out
    for seat in range(len(seats)):
        reward[game, seat], scores[game, seat] = np.float32(0.0), 0


@inlined_function
def begin(game: Any, settings: Any, seats: Any, scratch: Any, row: Any, out: Any) -> None:
    """After a deal: the bots act until somebody else is asked."""
    seed, stride, _, policies = settings
    reward, scores, done = out
    go_on(seed, stride, False, seats, policies, scratch, row, reward[game], scores[game])
    clear_outcome(game, seats, out)
    done[game] = False


@inlined_function
def reset_one(game: Any, settings: Any, seats: Any, scratch: Any, row: Any, out: Any) -> None:
    """Deal the game of the row's number."""
    deal_number(settings[0], row.words[NUMBER_WORD], seats, scratch, row)
    begin(game, settings, seats, scratch, row, out)


@inlined_function
def deal_one(game: Any, settings: Any, seats: Any, deck: Any, first: Any, scratch: Any, row: Any, out: Any) -> None:
    """Deal a given deck, of cards in the kernel's form."""
    deal_row(deck, np.int64(first), row.words[NUMBER_WORD], seats, row)
    begin(game, settings, seats, scratch, row, out)


@inlined_function
def step_one(game: Any, settings: Any, seats: Any, action: Any, scratch: Any, row: Any, out: Any) -> Any:
    """One action; who acts next. An action that is not legal leaves the game as it is."""
    seed, stride, autoreset, policies = settings
    reward, scores, done = out
    clear_outcome(game, seats, out)
    actor, ended = actor_of(seats, row.game), False
    if is_legal(np.int64(action), actor, seats, row.game):
        actor, ended = step_row(
            np.int64(action), actor, seed, stride, autoreset, seats, policies, scratch, row, reward[game], scores[game]
        )
    done[game] = ended
    return actor


@inlined_function
def choose_one(seed: Any, policy: Any, seats: Any, row: Any) -> Any:
    """What a compiled bot would do; 0 where the game is over."""
    seat = actor_of(seats, row.game)
    return 0 if seat == NOBODY else bot_action(policy, seed, seat, seats, row)
