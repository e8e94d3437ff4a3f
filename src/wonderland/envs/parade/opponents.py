"""The bots a learner plays against, by name."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from wonderland.bots import registry
from wonderland.bots.bot import Budget
from wonderland.bots.registry import ENGINE, AnyBot
from wonderland.bots.running import Fault, decide
from wonderland.core.errors import NotAllowed, shown
from wonderland.envs.parade.compiled_bots import COMPILED, names_by_seat
from wonderland.games import parade
from wonderland.games.parade.state import Action, State


def opponent_names(value: str | Sequence[str], players: int) -> tuple[str, ...]:
    """The registered bot of each other seat; one name alone is for all of them."""
    names = names_by_seat(value, players)
    for name in names:
        entry = registry.find(name)
        if entry.game not in ("", parade.game.name):
            raise NotAllowed("bot_other_game", bot=name, game=entry.game, wanted=parade.game.name)
    return names


def are_compiled(names: Sequence[str]) -> bool:
    """Whether the batch can play all of these itself."""
    return all(name in COMPILED for name in names)


def compiled_names(value: str | Sequence[str], players: int) -> tuple[str, ...]:
    """As :func:`opponent_names`, but only compiled bots: the others would decide one game after the other."""
    names = opponent_names(value, players)
    for name in names:
        if name not in COMPILED:
            raise NotAllowed("env_opponent_slow", name=shown(name), bots=", ".join(COMPILED))
    return names


class BotOpponents:
    """Any registered bots in seats 1, 2 …; each decides from its own view."""

    def __init__(self, names: Sequence[str], rollouts: int) -> None:
        """``rollouts``: how many a bot that searches may play for a decision: not timed, so that seeds reproduce."""
        self._names = names
        self._budget = Budget(rollouts=rollouts)
        self._random = Random(0)
        self._bots: list[AnyBot] = []
        #: By seat: engines play many games.
        self._engines: dict[int, AnyBot] = {}
        #: What went wrong since the last :meth:`new_game`; a random action took the place of the decision.
        self.faults: list[Fault] = []

    def new_game(self, seed: int) -> None:
        """Bots for the next game, with random numbers of their own."""
        self._random = Random(seed)
        self.faults = []
        self._bots = [self._make(seat, name) for seat, name in enumerate(self._names, 1)]

    def _make(self, seat: int, name: str) -> AnyBot:
        seed = self._random.getrandbits(63)
        if not name.startswith(ENGINE):
            return registry.make(name, seed, parade.game.name)
        if seat not in self._engines:
            self._engines[seat] = registry.make(name, seed, parade.game.name)
        return self._engines[seat]

    def decide(self, state: State, seat: int) -> Action:
        """What the bot of a seat does; where it fails, a random legal action."""
        action, fault = decide(parade.game, state, seat, self._bots[seat - 1], self._budget, self._random)
        if fault is not None:
            self.faults.append(fault)
        chosen: Action = action
        return chosen

    def close(self) -> None:
        """End the engines."""
        for engine in self._engines.values():
            engine.close()  # type: ignore[attr-defined]  # engines have it, other bots need none
        self._engines.clear()
