"""One game at a time, for the environments with a single table: a batch of one, with seats and sentences."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wonderland.core.errors import NotAllowed
from wonderland.envs.parade.actions import ACTIONS
from wonderland.envs.parade.batch import ParadeBatch
from wonderland.envs.parade.observations import PRIVILEGED
from wonderland.envs.parade.refusals import refuse
from wonderland.games.parade.state import State
from wonderland.sim.arguments import players_of, whole

Mask = NDArray[np.int8]


class SingleGame:
    """A game that is dealt, observed from any seat, and played action by action.

    The arrays it gives are the caller's own: later steps do not change them.
    """

    def __init__(self, players: int, observation: str, opponents: Sequence[str] | None = None) -> None:
        """``opponents``: compiled bots that play seats 1, 2 …, if the caller plays seat 0 alone."""
        self.players = players_of(players)
        self._observation = observation
        self._opponents = opponents
        self._batch: ParadeBatch | None = None
        self._action = np.zeros(1, np.int64)
        #: Who acts next; -1 when the game is over.
        self.seat = -1

    def deal(self, seed: int | None = None) -> None:
        """The next game; with a seed the first game of that seed, whatever was played before."""
        if self._batch is not None and seed is None:
            self._batch.reset()
        elif self._batch is not None and seed is not None:
            self._batch.seed(seed)
        else:
            self._batch = ParadeBatch(
                1,
                self.players,
                secrets.randbits(63) if seed is None else seed,
                observation=self._observation,
                opponents=self._opponents,
                autoreset=False,
                check=False,  # done here, with the seat's name in the sentence
            )
        self.seat = int(self._batch.seat[0])

    @property
    def batch(self) -> ParadeBatch:
        """The batch with the one game."""
        self.check_dealt()
        assert self._batch is not None, "just checked"
        return self._batch

    def check_dealt(self) -> None:
        """Refuse to go on before the first game is dealt."""
        if self._batch is None:
            raise NotAllowed("env_not_reset")

    @property
    def setting_aside(self) -> bool:
        """Whether two cards are to be set aside, rather than one played."""
        return bool(self.batch.mask[0, -1])

    def observe(self, seat: int) -> NDArray[Any]:
        """What a seat knows, also one that is not to act."""
        seen: NDArray[Any] = (
            self.batch.observation[0].copy() if seat == self.seat else self.batch.observe(seats=(seat,))[0]
        )
        return seen

    def privileged(self) -> NDArray[Any]:
        """The observation that shows the hidden cards too, from seat 0."""
        found: NDArray[Any] = self.batch.observe(PRIVILEGED.kind, seats=(0,))[0]
        return found

    def legal(self) -> Mask:
        """The mask of the seat that acts next."""
        mask: Mask = self.batch.mask[0].astype(np.int8)
        return mask

    def check(self, action: Any, seat: int | None = None) -> int:
        """The action as a number; what is not legal now for the seat, by default the one that acts next, is refused
        with a sentence. (When two cards are to be set aside, every seat has the same six choices.)
        """
        number = action if type(action) is int and 0 <= action < ACTIONS else whole(action, 0, ACTIONS - 1, "action")
        if not self.batch.mask[0, number]:
            raise refuse(self.batch, 0, number, seat)
        return number

    def play(self, action: Any) -> bool:
        """Take the action for the seat that acts next; whether the game is over now."""
        self._action[0] = self.check(action)
        batch = self.batch
        batch.step(self._action)
        self.seat = int(batch.seat[0])
        return self.seat < 0

    def rewards(self) -> list[float]:
        """By seat, after the end."""
        rewards: list[float] = self.batch.reward[0].tolist()
        return rewards

    def scores(self) -> NDArray[np.int16]:
        """By seat, after the end."""
        scores: NDArray[np.int16] = self.batch.scores[0].copy()
        return scores

    def state(self) -> State:
        """The reference rules' state."""
        return self.batch.state(0)
