"""Parade at full speed: millions of games a second, batches for bots and training, rollouts for search.

It needs the extra ``fast`` (numba and numpy). Nothing is imported or compiled before it is used:

>>> from wonderland.sim import simulate
>>> games = simulate(players=3, games=1000, seed=7)
>>> games.scores.shape, int(games.winners.any(axis=1).sum())
((1000, 3), 1000)

- ``simulate``: whole games, one row of results each
- ``statistics``: runs of any length, added up in fixed memory
- ``simulate_moves``: whole games with their decks and all moves, a row each
- ``record_of``: the record of one game of a simulation, as ``wonderland replay`` reads it
- ``Batch``: many games side by side: step them, look at them, convert them
- ``rollouts``: play given states to the end, many times
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from wonderland.core.errors import NotInstalled

if TYPE_CHECKING:
    from wonderland.sim.batch.batch import Batch
    from wonderland.sim.batch.rollouts import Rollouts, rollouts
    from wonderland.sim.batch.views import Views
    from wonderland.sim.runs.moves import simulate_moves
    from wonderland.sim.runs.records import record_of
    from wonderland.sim.runs.results import Games
    from wonderland.sim.runs.seats import by_seat
    from wonderland.sim.runs.simulate import simulate, statistics
    from wonderland.sim.runs.statistics import Statistics

#: The public names, each with the module that is imported when it is first asked for.
_MODULES = {
    "Batch": "batch.batch",
    "Games": "runs.results",
    "Rollouts": "batch.rollouts",
    "Statistics": "runs.statistics",
    "Views": "batch.views",
    "by_seat": "runs.seats",
    "record_of": "runs.records",
    "rollouts": "batch.rollouts",
    "simulate": "runs.simulate",
    "simulate_moves": "runs.moves",
    "statistics": "runs.simulate",
}

__all__ = [
    "Batch", "Games", "Rollouts", "Statistics", "Views", "by_seat", "is_installed", "need_fast", "record_of",
    "rollouts", "simulate", "simulate_moves", "statistics",
]  # fmt: skip


def is_installed() -> bool:
    """Whether the extra ``fast`` is installed."""
    return bool(find_spec("numba") and find_spec("numpy"))


def need_fast() -> None:
    """Say what to install where the simulator cannot run."""
    if not is_installed():
        raise NotInstalled("sim_needs_fast")


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    need_fast()
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
