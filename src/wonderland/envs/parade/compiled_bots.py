"""The bots that batches play themselves, in compiled code."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wonderland.core.errors import Unreadable, shown
from wonderland.envs.parade.kernel.layout import LEARNER
from wonderland.sim.kernel.layout import MAX_PLAYERS, POLICIES

#: Their names.
COMPILED = tuple(POLICIES)


def names_by_seat(value: str | Sequence[str], players: int) -> tuple[str, ...]:
    """One name for each of the other seats; one name alone is for all of them.

    >>> names_by_seat("greedy", 3), names_by_seat(["queen", "random"], 3)
    (('greedy', 'greedy'), ('queen', 'random'))
    """
    names = (value,) * (players - 1) if isinstance(value, str) else value
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise Unreadable("env_opponents_names", value=shown(str(value)))
    if len(names) != players - 1:
        raise Unreadable("env_opponents_number", found=len(names), expected=players - 1)
    return tuple(names)


def bot_number(name: str) -> int:
    """The number by which the kernel knows a compiled bot."""
    if name not in COMPILED:
        raise Unreadable("sim_policy_unknown", name=shown(name), policies=", ".join(COMPILED))
    return POLICIES[name]


def bot_numbers(players: int, opponents: str | Sequence[str] | None) -> NDArray[np.uint8]:
    """Who plays each seat: a compiled bot, or whoever steps the batch."""
    found = np.full(MAX_PLAYERS, LEARNER, np.uint8)
    if opponents is not None:
        found[1:players] = [bot_number(name) for name in names_by_seat(opponents, players)]
    return found
