"""Environments for reinforcement learning: Parade and Nimble as other libraries know games.

They need the extra ``rl``, :class:`ParadeBatch` only ``fast``. Nothing is imported or compiled before it is used:

>>> from wonderland.envs import ParadeBatch
>>> batch = ParadeBatch(games=4, players=2, seed=1)
>>> batch.step(batch.random_actions())
>>> batch.observation.shape, batch.mask.shape
((4, 160), (4, 72))

- ``ParadeBatch``: thousands of games side by side, on the CPU or a GPU
- ``COMPACT``, ``RICH``, ``PRIVILEGED``: what each number of an observation means
- ``describe``: an observation as text
- ``wonderland.envs.parade_v0``, ``wonderland.envs.nimble_v0``: PettingZoo
- ``gymnasium.make("wonderland/Parade-v0")``, ``gymnasium.make("wonderland/Nimble-v0")`` after this import
- ``wonderland.envs.open_spiel``: OpenSpiel's game ``python_wonderland_parade``
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wonderland.envs.registration import register
from wonderland.sim import need_fast

if TYPE_CHECKING:
    from wonderland.envs.parade.batch import ParadeBatch
    from wonderland.envs.parade.describe import describe
    from wonderland.envs.parade.observations import COMPACT, PRIVILEGED, RICH

#: The public names, each with the module that is imported when it is first asked for.
_MODULES = {
    "COMPACT": "parade.observations",
    "PRIVILEGED": "parade.observations",
    "ParadeBatch": "parade.batch",
    "RICH": "parade.observations",
    "describe": "parade.describe",
}

#: Modules that are imported when they are first asked for.
_SUBMODULES = ("nimble_v0", "parade_v0")

__all__ = ["COMPACT", "PRIVILEGED", "RICH", "ParadeBatch", "describe"]


def __getattr__(name: str) -> Any:
    if name in _SUBMODULES:
        return import_module(f"{__name__}.{name}")
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "ParadeBatch":
        need_fast()
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


register()
