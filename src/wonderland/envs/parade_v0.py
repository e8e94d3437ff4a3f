"""Parade for PettingZoo: ``env()`` (agents act one after the other) and ``parallel_env()``.

>>> from wonderland.envs import parade_v0
>>> env = parade_v0.env(players=3)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     env.step(None if termination else env.action_space(agent).sample(info["action_mask"]))
>>> env.agents
[]
"""

from __future__ import annotations

from importlib.util import find_spec

from wonderland.core.errors import NotInstalled

if find_spec("pettingzoo") is None:
    raise NotInstalled("envs_need_pettingzoo")

from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from wonderland.envs.parade.aec import ParadeAEC
from wonderland.envs.parade.agents import Observation
from wonderland.envs.parade.parallel import ParadeParallel

__all__ = ["env", "parallel_env", "raw_env"]

#: Parade without the wrapper that watches over the order of calls.
raw_env = ParadeAEC
#: Parade with every agent asked every step.
parallel_env = ParadeParallel


def env(
    players: int = 2, render_mode: str | None = None, observation: str = "compact"
) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """Parade, one agent after the other; see :class:`~wonderland.envs.parade.aec.ParadeAEC`."""
    return OrderEnforcingWrapper(raw_env(players, render_mode, observation))
