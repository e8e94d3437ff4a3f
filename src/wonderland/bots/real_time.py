"""The bots of one live game, in real time and in the event loop: deciding takes them microseconds.

They have no clock. The table sets an alarm for ``due``, and then runs what is due by its own; each action is handed to
the table, which does it or refuses it as it would for anybody.
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
    """Bots by seat. What each draws depends on the seed and its seat alone, so a restarted table needs no memory."""

    def __init__(self, game: AnyGame, bots: Mapping[int, str], seed: int) -> None:
        self._game = game
        self._seed = seed
        self._timeline = Timeline(game, {seat: self._made(bot, seat) for seat, bot in bots.items()})

    @property
    def due(self) -> int | None:
        """When the next bot acts; None when none will."""
        return self._timeline.due

    @property
    def faults(self) -> Mapping[int, Faults]:
        """How often the bot of a seat failed, by kind."""
        return self._timeline.faults

    def begin(self, state: Any, now: int) -> None:
        """The signal, or the round goes on after a restart: every bot looks at the table."""
        self._timeline.begin(state, now)

    def join(self, seat: int, bot: str, state: Any, now: int) -> None:
        """A bot takes a seat in the middle of the round. It has seen no card before, and knows what its view shows."""
        self._timeline.seat(seat, self._made(bot, seat))
        self._timeline.look(state, seat, now)

    def leave(self, seat: int) -> None:
        """A person takes the seat; what the bot was about to do is not done."""
        self._timeline.leave(seat)

    def changed(self, state: Any, now: int) -> None:
        """Somebody else has acted: bots that had nothing to do look again."""
        self._timeline.changed(state, now)

    def run(self, state: Callable[[], Any], act: Callable[[int, Any], object], until: int) -> None:
        """Hand over all that is due until then; ``state`` gives the table as it is after each action.

        ``act`` may raise why an action is refused: it has cost its time, nothing else. Each bot acts once at most,
        however late the alarm was: after a pause nobody acts in a burst.
        """
        while due := self._timeline.next(until):
            if due.action is not WAIT:
                with suppress(NotAllowed):
                    act(due.seat, due.action)
            self._timeline.look(state(), due.seat, until)
            if due.action is not WAIT:
                self._timeline.changed(state(), until)

    def _made(self, bot: str, seat: int) -> registry.AnyBot:
        return registry.make(bot, Random(f"{self._seed} {seat}").getrandbits(32), self._game.name)
