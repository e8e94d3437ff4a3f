"""A player of Nimble with the eyes, the hands and the memory of its level."""

from __future__ import annotations

from random import Random

import msgspec

from wonderland.bots.bot import Budget
from wonderland.bots.nimble.memory import Memory
from wonderland.bots.nimble.planning import plan
from wonderland.bots.pacing import human
from wonderland.games.nimble.cards import Card
from wonderland.games.nimble.state import Action, Back, Flip, Place, Turn
from wonderland.games.nimble.view import View

#: How many cards a player goes back or on for one that it remembers.
MAX_DISTANCE = 6
#: The colour for which a frame is mistaken.
SIMILAR_COLOUR = {"R": "O", "O": "R", "B": "V", "V": "B", "G": "B", "Y": "O"}

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


class NimblePlayer:
    """Decides from the cards that it has seen and still remembers; ``pace`` gives the time that it takes."""

    def __init__(self, seed: int, level: Level) -> None:
        self.level = level
        self._mistakes = Random(seed)
        # A random source of its own: decisions do not depend on whether ``pace`` was called.
        self._timing = Random(int(self._mistakes.random() * 2**32))
        self._memory = Memory(level.memory)
        self._top: Card | None = None
        self._last_action: Action | None = None
        self._remembered = self._too_late = self._chaining = False

    def decide(self, view: View, budget: Budget) -> Action:
        self._notice(view)
        self._last_action = self._choose(view)
        return self._last_action

    def pace(self, view: View, action: Action) -> int:
        """Milliseconds from seeing the table to the action last decided."""
        time = self.level.reaction + (0 if self._remembered else self.level.reading)
        factor = 1.0
        if isinstance(action, Back):
            factor = BACK_TIME_FACTOR
        elif self._too_late:
            factor = SURPRISE_TIME_FACTOR
        elif self._chaining and isinstance(action, Place):
            factor = CHAIN_TIME_FACTOR
        return human(time * factor, self._timing)

    def _notice(self, view: View) -> None:
        """Note what is new: the card on the discard, and whether the last placement came too late."""
        top = view.discard[-1] if view.discard else None
        placed = isinstance(self._last_action, Place)
        self._too_late = placed and top == self._top
        self._remembered = top is None or self._memory.see(top)
        self._chaining = placed and self._remembered and not self._too_late
        self._top = top

    def _choose(self, view: View) -> Action:
        assert view.seat is not None, "a spectator does not play"
        size = view.hand_sizes[view.seat]
        discard = self._memory.of(view.discard[-MAX_DISTANCE:])
        hand = self._memory.of(view.remembered[:MAX_DISTANCE])
        if len(hand) < min(size, MAX_DISTANCE):
            hand.append(None)
        seen = None
        if view.discard:
            seen = discard[-1] = self._read(view.discard[-1], view.options.assist)
        circles = "".join([top.circle for top in view.tops])
        _, step = plan(discard + hand, len(discard), circles, self.level.ahead)
        if step == "back":
            return Back()
        if step == "place" and seen:
            pile = circles.index(seen.frame)
            return Place(pile, seen=view.tops[pile])
        return Flip() if size else Turn()

    def _read(self, card: Card, assist: bool) -> Card | None:
        """The card as the player sees it: mostly as it is, or not at all, or with a similar colour as its frame.

        No card has a frame and a circle of one colour, so it is never misread as one; nor with ``assist`` (N10).
        """
        chance = self._mistakes.random()
        if chance < self.level.overlook:
            return None
        similar = SIMILAR_COLOUR[card.frame]
        if chance > 1 - self.level.misread and similar != card.circle and not assist:
            return Card(similar + card.circle)
        return card
