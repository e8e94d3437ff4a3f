"""The spaces of Gymnasium and PettingZoo."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from wonderland.core.fields import at, choice
from wonderland.envs.parade.actions import ACTIONS
from wonderland.envs.parade.observations import COMPACT, LAYOUTS, PRIVILEGED, RICH

#: What a learner may see. The privileged observation, which shows hidden cards, is no agent's: it is ``state()``.
OBSERVATIONS = (COMPACT.kind, RICH.kind)
#: No number of a rich observation is as large: nobody has 33 times 16 points.
MAX_RICH = 32.0


def observation_kind(value: Any) -> str:
    """``compact`` or ``rich``; anything else is refused."""
    with at("at_key", key="observation"):
        choice(value, OBSERVATIONS)
    return str(value)


def observation_box(kind: str) -> Box:
    """The space of one kind of observation.

    >>> observation_box("compact")
    Box(0, 255, (160,), uint8)
    """
    layout = LAYOUTS[kind]
    if np.dtype(layout.dtype) == np.uint8:
        return Box(0, 255, (layout.size,), np.uint8)
    return Box(0.0, MAX_RICH, (layout.size,), np.float16)


def state_box() -> Box:
    """The space of the privileged observation."""
    return observation_box(PRIVILEGED.kind)


def action_space() -> Discrete[Any]:
    """The 72 actions."""
    return Discrete(ACTIONS)


def masked_space(kind: str) -> Dict:
    """An observation and the mask of the legal actions, as PettingZoo's classic games have them."""
    return Dict({"observation": observation_box(kind), "action_mask": Box(0, 1, (ACTIONS,), np.int8)})
