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

#: How many cards a player goes back or on for one that it has in mind.
REACH = 6
#: What a hasty eye takes a frame for.
ALIKE = {"R": "O", "O": "R", "B": "V", "V": "B", "G": "B", "Y": "O"}

#: Taking back and placing card after card need no second look; a pile that was covered meanwhile is a surprise.
TAKING_BACK, CHAINING, SURPRISED = 0.6, 0.7, 1.5


class Level(msgspec.Struct, frozen=True):
    """What a player is capable of."""

    #: Milliseconds to see, decide and move, and how many more to read a card that it does not have in mind.
    reaction: int
    reading: int
    #: How many of its cards it has in mind, the one on its discard included, and how many placements it plans.
    memory: int
    ahead: int
    #: How often it takes a colour for one like it, and how often it does not see that a card fits.
    misread: float = 0.0
    overlook: float = 0.0


class Player:
    """Decides from what it saw itself and still knows; ``pace`` tells how long it takes for that."""

    def __init__(self, seed: int, level: Level) -> None:
        self.level = level
        self._slips = Random(seed)
        # Time has its own draws: what a player does never depends on whether anyone asked how long it takes.
        self._tempo = Random(int(self._slips.random() * 2**32))
        self._memory = Memory(level.memory)
        self._top: Card | None = None
        self._done: Action | None = None
        self._known = self._beaten = self._chaining = False

    def decide(self, view: View, budget: Budget) -> Action:
        self._notice(view)
        self._done = self._choose(view)
        return self._done

    def pace(self, view: View, action: Action) -> int:
        """Milliseconds from the look at the table, which the last decision rests on, to the action."""
        time = self.level.reaction + (0 if self._known else self.level.reading)
        factor = 1.0
        if isinstance(action, Back):
            factor = TAKING_BACK
        elif self._beaten:
            factor = SURPRISED
        elif self._chaining and isinstance(action, Place):
            factor = CHAINING
        return human(time * factor, self._tempo)

    def _notice(self, view: View) -> None:
        """What is new since the last look: the card on the discard, and whether a placement was beaten to its pile."""
        top = view.discard[-1] if view.discard else None
        placed = isinstance(self._done, Place)
        self._beaten = placed and top == self._top
        self._known = top is None or self._memory.see(top)
        self._chaining = placed and self._known and not self._beaten
        self._top = top

    def _choose(self, view: View) -> Action:
        assert view.seat is not None, "a spectator does not play"
        size = view.hand_sizes[view.seat]
        discard = self._memory.of(view.discard[-REACH:])
        hand = self._memory.of(view.remembered[:REACH])
        if len(hand) < min(size, REACH):
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
        """The card as the player takes it in: mostly as it is, or not at all, or with a frame of a colour like it.

        No card has a circle like its frame, so nobody reads one there; and with ``assist`` (N10) the table helps.
        """
        chance = self._slips.random()
        if chance < self.level.overlook:
            return None
        alike = ALIKE[card.frame]
        if chance > 1 - self.level.misread and alike != card.circle and not assist:
            return Card(alike + card.circle)
        return card
