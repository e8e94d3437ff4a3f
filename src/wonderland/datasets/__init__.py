"""Games by the million as files: written by ``wonderland dataset``, read back as arrays.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from wonderland.datasets import FreshDeals, read_games, write_games
>>> with TemporaryDirectory() as folder:
...     file = Path(folder) / "games.jsonl"
...     write_games(FreshDeals.of(["rabbit", "greedy"], seed=7), games=3, out=file)
...     [batch["deck"].shape for batch in read_games(file, batch=2)]
[(2, 66), (1, 66)]

Nothing that is optional is imported before it is used: ``.parquet`` needs the extra ``data``, arrays and the replaying
of decisions the extras ``fast`` and ``rl``. docs/datasets.md says what the columns hold.

- ``plan.py``: what a dataset is to hold
- ``writing.py``: plays and writes it; ``partial.py`` keeps what has been played after an interruption
- ``source.py``: where games come from; ``arena_games.py``: any bots
- ``columns.py``: the columns; ``games/`` has those of each game, and what is compiled
- ``parquet.py``, ``reading.py``: the files, and reading them back; ``replaying.py``: as decisions
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wonderland.datasets.parquet import read_description
    from wonderland.datasets.plan import FreshDeals
    from wonderland.datasets.reading import GameBatch, read_games
    from wonderland.datasets.replaying import Decisions, replay
    from wonderland.datasets.writing import write_games

#: The public names, each with the module that is imported when it is first asked for.
_MODULES = {
    "Decisions": "replaying",
    "FreshDeals": "plan",
    "GameBatch": "reading",
    "read_description": "parquet",
    "read_games": "reading",
    "replay": "replaying",
    "write_games": "writing",
}

__all__ = ["Decisions", "FreshDeals", "GameBatch", "read_description", "read_games", "replay", "write_games"]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
