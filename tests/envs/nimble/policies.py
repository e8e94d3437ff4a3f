"""Policies for the tests: what they decide comes from the observation alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from wonderland.envs.nimble.actions import write_action
from wonderland.envs.nimble.observations import named
from wonderland.games.nimble import Flip, Place, Turn


def place_or_flip(observation: Any, mask: Any, players: int) -> int:
    """At once: place the top card where it fits, else flip the next one."""
    fits = named(observation, players)["fits"]
    if fits.any():
        return write_action(Place(int(fits.argmax())))
    flip = write_action(Flip())
    return flip if mask[flip] else write_action(Turn())


def any_legal(mask: Any, random: np.random.Generator) -> int:
    """A random legal action."""
    return int(random.choice(np.flatnonzero(mask)))
