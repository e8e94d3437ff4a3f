"""The bots of one live game at a table, in real time. They run in the event loop: a decision takes microseconds.

They have no clock: the table sets a timer for ``due`` and then calls ``run``. Each action is handed to the table, which
applies or refuses it like that of a person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any

from wonderland.bots import registry
from wonderland.bots.bot import WAIT
from wonderland.bots.timeline import Faults, Timeline
from wonderland.core.errors import NotAllowed
from wonderland.games.registry import AnyGame


class RealTimeBots:
    """Bots by seat. Their random numbers depend on the seed and the seat, so a restart needs nothing else."""

    def __init__(self, game: AnyGame, bots: Mapping[int, str], seed: int) -> None:
        self._game = game
        self._seed = seed
        self._timeline = Timeline(game, {seat: self._make(bot, seat) for seat, bot in bots.items()})

    @property
    def due(self) -> int | None:
        """The time of the next action; None when there is none."""
        return self._timeline.due

    @property
    def faults(self) -> Mapping[int, Faults]:
        """How often the bot of each seat failed, by kind."""
        return self._timeline.faults

    def begin(self, state: Any, now: int) -> None:
        """Start the round, or continue it after a restart: every bot decides on its next action."""
        self._timeline.begin(state, now)

    def join(self, seat: int, bot: str, state: Any, now: int) -> None:
        """A bot takes a seat during the round. It knows only what its view shows now."""
        self._timeline.add(seat, self._make(bot, seat))
        self._timeline.look(state, seat, now)

    def leave(self, seat: int) -> None:
        """A person takes the seat; the bot's scheduled action is dropped."""
        self._timeline.remove(seat)

    def changed(self, state: Any, now: int) -> None:
        """The state has changed: bots that had nothing to do decide again."""
        self._timeline.changed(state, now)

    def run(self, state: Callable[[], Any], act: Callable[[int, Any], object], until: int) -> None:
        """Pass each action due by ``until`` to ``act``; ``state`` returns the current state after each action.

        ``act`` may raise ``NotAllowed`` for a refused action, which then changes nothing. Each bot acts at most once
        per call, so that after a pause no bot acts several times at once.
        """
        while due := self._timeline.next(until):
            acted = False
            if due.action is not WAIT:
                with suppress(NotAllowed):
                    act(due.seat, due.action)
                    acted = True
            self._timeline.look(state(), due.seat, until)
            if acted:
                self._timeline.changed(state(), until)

    def _make(self, bot: str, seat: int) -> registry.AnyBot:
        return registry.make(bot, Random(f"{self._seed} {seat}").getrandbits(32), self._game.name)
