"""A player of Nimble: what it decides with the eyes, the hands and the memory of its level."""

from __future__ import annotations

from random import Random

from wonderland.bots.bot import Budget
from wonderland.bots.nimble.hands import Hands, Level
from wonderland.bots.nimble.planning import plan
from wonderland.games.nimble.cards import Card
from wonderland.games.nimble.state import Action, Back, Flip, Place, Turn
from wonderland.games.nimble.view import View

#: How many cards a player goes back or on for one that it remembers.
MAX_DISTANCE = 6
#: The colour for which a frame is mistaken.
SIMILAR_COLOUR = {"R": "O", "O": "R", "B": "V", "V": "B", "G": "B", "Y": "O"}


class NimblePlayer:
    """Decides from the cards that it has seen and still remembers; ``pace`` gives the time that it takes."""

    def __init__(self, seed: int, level: Level) -> None:
        self.level = level
        self._mistakes = Random(seed)
        # A random source of its own: decisions do not depend on whether ``pace`` was called.
        self._hands = Hands(level, Random(int(self._mistakes.random() * 2**32)))

    def decide(self, view: View, budget: Budget) -> Action:
        self._hands.see(view)
        action = self._choose(view)
        self._hands.decided(action)
        return action

    def pace(self, view: View, action: Action) -> int:
        """Milliseconds from seeing the table to the action last decided."""
        return self._hands.time(action)

    def _choose(self, view: View) -> Action:
        assert view.seat is not None, "a spectator does not play"
        size = view.hand_sizes[view.seat]
        discard = self._hands.memory.of(view.discard[-MAX_DISTANCE:])
        hand = self._hands.memory.of(view.remembered[:MAX_DISTANCE])
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
