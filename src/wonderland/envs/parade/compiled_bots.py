"""The bots that batches play themselves, in compiled code."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wonderland.core.errors import NotAllowed, Unreadable, shown
from wonderland.envs.arguments import names_by_seat
from wonderland.envs.parade.kernel.layout import LEARNER
from wonderland.sim.kernel.layout import MAX_PLAYERS, POLICIES

#: Their names.
COMPILED = tuple(POLICIES)


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


def are_compiled(names: Sequence[str]) -> bool:
    """Whether a batch can play all of these itself."""
    return all(name in COMPILED for name in names)


def check_compiled(names: Sequence[str]) -> None:
    """Refuse bots that are not compiled: they would decide one game after the other."""
    for name in names:
        if name not in COMPILED:
            raise NotAllowed("env_opponent_slow", name=shown(name), bots=", ".join(COMPILED))
