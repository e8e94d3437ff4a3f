"""Nimble as PettingZoo names it: ``parallel_env``. Nimble has no turns, so there is no AEC environment."""

from __future__ import annotations

from importlib.util import find_spec

from wonderland.core.errors import NotInstalled

if find_spec("pettingzoo") is None:
    raise NotInstalled("envs_need_pettingzoo")

from wonderland.envs.nimble.parallel import NimbleParallel

#: The constructor, by the name that PettingZoo gives it.
parallel_env = NimbleParallel

__all__ = ["parallel_env"]
