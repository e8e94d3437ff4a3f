"""Parade at full speed: millions of games a second, batches for bots and training, rollouts for search.

It needs the extra ``fast`` (numba and numpy). Nothing is imported or compiled before it is used:

>>> from wonderland.sim import simulate
>>> games = simulate(players=3, games=1000, seed=7)
>>> games.scores.shape, int(games.winners.any(axis=1).sum())
((1000, 3), 1000)

========================  ==========================================================================
:func:`simulate`          whole games, one row of results each
:func:`statistics`        runs of any length, added up in fixed memory
:func:`record_of`         the record of one game of a simulation, as ``wonderland replay`` reads it
:class:`Batch`            many games side by side: step them, look at them, convert them
:func:`rollouts`          play given states to the end, many times
========================  ==========================================================================
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from wonderland.core.errors import WonderlandError

if TYPE_CHECKING:
    from wonderland.sim.batch import Batch
    from wonderland.sim.recording import record_of
    from wonderland.sim.results import Games
    from wonderland.sim.rolling import Rollouts, rollouts
    from wonderland.sim.running import simulate, statistics
    from wonderland.sim.seats import by_seat
    from wonderland.sim.summary import Statistics
    from wonderland.sim.views import Views

_HOMES = {
    "Batch": "batch",
    "Games": "results",
    "Rollouts": "rolling",
    "Statistics": "summary",
    "Views": "views",
    "by_seat": "seats",
    "record_of": "recording",
    "rollouts": "rolling",
    "simulate": "running",
    "statistics": "running",
}

__all__ = [
    "Batch", "Games", "NotInstalled", "Rollouts", "Statistics", "Views", "by_seat", "need_fast", "record_of",
    "rollouts", "simulate", "statistics",
]  # fmt: skip


class NotInstalled(WonderlandError):
    """Something optional is missing on this machine: the message says how to get it."""


def need_fast() -> None:
    """Say what to install where the simulator cannot run."""
    if not (find_spec("numba") and find_spec("numpy")):
        raise NotInstalled("sim_needs_fast")


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    need_fast()
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
