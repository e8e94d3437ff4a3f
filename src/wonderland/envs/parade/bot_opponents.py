"""Bots that decide from their views, one game at a time, as opponents of a learner."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from wonderland.bots.bot import Budget
from wonderland.bots.registry import AnyBot
from wonderland.bots.running import Fault, decide
from wonderland.envs.opponents import Opponents
from wonderland.games import parade
from wonderland.games.parade.state import Action, State


class BotOpponents:
    """Any registered bots in seats 1, 2 …; each decides from its own view."""

    def __init__(self, names: Sequence[str], rollouts: int) -> None:
        """``rollouts``: how many a bot that searches may play for a decision: not timed, so that seeds reproduce."""
        self._opponents = Opponents(names, parade.game.name)
        self._budget = Budget(rollouts=rollouts)
        self._random = Random(0)
        self._bots: dict[int, AnyBot] = {}
        #: What went wrong since the last :meth:`new_game`; a random action took the place of the decision.
        self.faults: list[Fault] = []

    def new_game(self, seed: int) -> None:
        """Bots for the next game."""
        self._random = Random(seed)
        self.faults = []
        self._bots = self._opponents.for_game(self._random)

    def decide(self, state: State, seat: int) -> Action:
        """What the bot of a seat does; where it fails, a random legal action."""
        action, fault = decide(parade.game, state, seat, self._bots[seat], self._budget, self._random)
        if fault is not None:
            self.faults.append(fault)
        chosen: Action = action
        return chosen

    def close(self) -> None:
        """Stop the engines."""
        self._opponents.close()
