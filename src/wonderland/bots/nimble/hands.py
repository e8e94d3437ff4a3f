"""The eyes and hands of a level: how long a player takes from seeing the table to an action."""

from __future__ import annotations

from random import Random

import msgspec

from wonderland.bots.bot import WAIT, Wait
from wonderland.bots.nimble.memory import Memory
from wonderland.bots.pacing import human
from wonderland.games.nimble.cards import Card
from wonderland.games.nimble.state import Action, Back, Place
from wonderland.games.nimble.view import View

#: Multiply the time of an action: taking back, and placing several cards in a row, need no second look; a pile that was
#: covered meanwhile takes longer.
BACK_TIME_FACTOR, CHAIN_TIME_FACTOR, SURPRISE_TIME_FACTOR = 0.6, 0.7, 1.5


class Level(msgspec.Struct, frozen=True):
    """The abilities of a player."""

    #: Milliseconds to see, decide and move, and how many more to read a card that it does not remember.
    reaction: int
    reading: int
    #: How many of its cards it remembers, the one on its discard included, and how many placements it plans.
    memory: int
    ahead: int
    #: The probabilities of mistaking a colour for a similar one, and of overlooking that a card fits.
    misread: float = 0.0
    overlook: float = 0.0


class Hands:
    """Whoever decides calls ``see`` for every decision, then ``decided``; ``time`` draws how long the action takes."""

    def __init__(self, level: Level, random: Random) -> None:
        self.level = level
        self.memory = Memory(level.memory)
        self._random = random
        self._top: Card | None = None
        self._last_action: Action | Wait | None = None
        self._seen_at = 0
        #: Milliseconds that the card on top of the discard has still to be read for.
        self._reading = 0
        self._too_late = self._chaining = False

    def see(self, view: View, now: int = 0) -> None:
        """Note what is new: the card on the discard, and whether the last placement came too late.

        ``now``, in milliseconds, matters only to players that wait: what was read meanwhile need not be read again.
        """
        top = view.discard[-1] if view.discard else None
        if self._last_action is WAIT:
            self._reading = max(0, self._reading - (now - self._seen_at))
            self._chaining = False
        else:
            placed = isinstance(self._last_action, Place)
            self._too_late = placed and top == self._top
            remembered = top is None or self.memory.see(top)
            self._reading = 0 if remembered else self.level.reading
            self._chaining = placed and remembered and not self._too_late
        self._top, self._seen_at = top, now

    def decided(self, action: Action | Wait) -> None:
        """Note the action: it tells what the next look at the table has to find out."""
        self._last_action = action

    def time(self, action: Action) -> int:
        """Milliseconds from the last look at the table to this action."""
        factor = 1.0
        if isinstance(action, Back):
            factor = BACK_TIME_FACTOR
        elif self._too_late:
            factor = SURPRISE_TIME_FACTOR
        elif self._chaining and isinstance(action, Place):
            factor = CHAIN_TIME_FACTOR
        return human((self.level.reaction + self._reading) * factor, self._random)
