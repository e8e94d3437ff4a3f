"""The games that datasets can be made of, one line each."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from wonderland.core.errors import NotAllowed
from wonderland.datasets.columns import GameColumns

#: ``module:class`` of a game's columns.
COLUMNS = {
    "parade": "wonderland.datasets.games.parade.columns:ParadeColumns",
    "nimble": "wonderland.datasets.games.nimble.columns:NimbleColumns",
}
#: ``module:function`` by which the games of a batch are replayed, for the games that can be.
REPLAYERS = {
    "parade": "wonderland.datasets.games.parade.replaying:replay_batch",
}


def columns_of(game: str) -> GameColumns:
    """The columns of a game's datasets.

    >>> [column.name for column in columns_of("parade").record_columns]
    ['first', 'deck', 'moves', 'discards']
    """
    if game not in COLUMNS:
        raise NotAllowed("dataset_no_columns", game=game, games=", ".join(COLUMNS))
    made: GameColumns = _load(COLUMNS[game])()
    return made


def replayer_of(path: Path, game: str) -> Any:
    """What replays the games of a file."""
    if game not in REPLAYERS:
        raise NotAllowed("dataset_other_game", file=path, game=game, wanted=", ".join(REPLAYERS))
    return _load(REPLAYERS[game])


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
