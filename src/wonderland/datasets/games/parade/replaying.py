"""The games of a batch replayed side by side, as decisions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.core.errors import Unreadable
from wonderland.datasets.games.parade.actions import NO_ACTION, discard_actions
from wonderland.datasets.reading import GameBatch
from wonderland.datasets.replaying import Decisions
from wonderland.sim.kernel.layout import NO_CARD

ROUNDING = 1e-5  #: how much two ways to compute the same outcome may differ


def replay_batch(path: Path, games: GameBatch, observation: str) -> Iterator[Decisions]:
    """Every decision of these games, those of each number of players together."""
    for players in np.unique(games["players"]).tolist():
        yield from _replay_table(path, games.only(games["players"] == players), players, observation)


def _replay_table(path: Path, games: GameBatch, players: int, observation: str) -> Iterator[Decisions]:
    from wonderland.envs import ParadeBatch

    plies, scores = games["plies"], games["scores"][:, :players]
    deal, discards = (games["deck"], games["first"]), games["discards"][:, : 2 * players]
    asides = discard_actions(players, *deal, games["moves"], plies, games["trigger"], discards)
    _refuse(path, games, (asides == NO_ACTION).any(axis=1) | ((games["moves"] != NO_CARD).sum(axis=1) != plies))
    outcomes = outcomes_of(players, games["winners"])
    moves = np.pad(games["moves"], ((0, 0), (0, 1)))
    rows = np.arange(games.games)
    table = ParadeBatch(games.games, players, observation=observation, autoreset=False)
    try:
        table.deal(*deal)
    except Unreadable:
        whole = (np.sort(games["deck"], axis=1) == np.arange(games["deck"].shape[1])).all(axis=1)
        _refuse(path, games, ~whole | (games["first"] >= players))
        raise
    for step in range(int(plies.max()) + players):
        seats = np.asarray(table.seat)
        running = seats >= 0
        acting = rows[running]
        # Who has nothing to decide any more is given any action: it is ignored.
        actions = np.where(step < plies, moves[:, min(step, moves.shape[1] - 1)], asides[rows, seats])
        seat = seats[acting]
        yield Decisions(
            _copied(table.observation, acting),
            _copied(table.mask, acting),
            actions[acting],
            seat,
            games["number"][acting],
            np.full(len(acting), step, np.int16),
            outcomes[acting, seat],
            scores[acting],
            scores[acting, seat],
        )
        table.step(actions)
        ended = running & (np.asarray(table.seat) < 0)
        if ended.any():
            other = (np.asarray(table.scores) != scores) | (abs(np.asarray(table.reward) - outcomes) > ROUNDING)
            _refuse(path, games, ended & other.any(axis=1))
    _refuse(path, games, np.asarray(table.seat) >= 0)


def _copied(array: NDArray[Any], rows: NDArray[np.intp]) -> NDArray[Any]:
    """Some rows in an array of their own; all of them at once are copied much faster than one by one."""
    return array.copy() if len(rows) == len(array) else array[rows]


def outcomes_of(players: int, winners: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What each game is worth to each seat: (n · share of the win − 1) / (n − 1), which adds up to 0."""
    won = (winners[:, :, None] == np.arange(players)).any(axis=1)
    shares = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    worth: NDArray[np.float32] = ((players * shares - 1) / (players - 1)).astype(np.float32)
    return worth


def _refuse(path: Path, games: GameBatch, wrong: NDArray[np.bool_]) -> None:
    if wrong.any():
        raise Unreadable("dataset_bad_game", file=path, number=int(games["number"][np.argmax(wrong)]))
