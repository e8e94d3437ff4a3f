"""A dataset as decisions: what each seat saw, what it might do, what it did, and how the game ended for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from wonderland.datasets.games import replayer_of
from wonderland.datasets.reading import read_games

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULT_GAMES_PER_BATCH = 1 << 13  #: games that are replayed side by side


class Decisions(NamedTuple):
    """One decision of each of many games; arrays of their own, with a row a decision."""

    #: What the seat saw, and which of the 72 actions it might choose.
    observation: NDArray[Any]
    mask: NDArray[np.bool_]
    #: What it chose.
    action: NDArray[np.uint8]
    #: Who it was, in which game of the dataset, and how many decisions of that game came before.
    seat: NDArray[np.int8]
    number: NDArray[np.int64]
    step: NDArray[np.int16]
    #: What the game was worth to that seat, as the environments reward it: 1 for a win alone, evenly shared 0 …
    outcome: NDArray[np.float32]
    #: The final scores of all seats, and those of the seat itself.
    scores: NDArray[np.int16]
    score: NDArray[np.int16]


def replay(
    path: str | Path, games_per_batch: int = DEFAULT_GAMES_PER_BATCH, observation: str = "compact"
) -> Iterator[Decisions]:
    """Every decision of a dataset: the games of a batch side by side, decision after decision.

    ``observation`` is that of :class:`~wonderland.envs.ParadeBatch`. A game that the rules refuse, or that ends with
    other scores or winners than the file says, is refused by its number.
    """
    path = Path(path)
    for games in read_games(path, games_per_batch):
        yield from replayer_of(path, games.game)(path, games, observation)
