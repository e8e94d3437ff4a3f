"""A simple opponent for Nimble; whoever runs it sets its pace."""

from __future__ import annotations

from random import Random

from wonderland.bots.bot import Budget
from wonderland.games.nimble.state import Action, Flip, Place, Turn
from wonderland.games.nimble.view import View


class Flipper:
    """Flips on until a card fits, places it, and now and then misreads a colour."""

    def __init__(self, random: Random, slip: float = 0.02) -> None:
        self._random = random
        self._slip = slip

    def decide(self, view: View, budget: Budget) -> Action:
        assert view.seat is not None, "a spectator does not play"
        if view.discard:
            slip = not view.options.assist and self._random.random() < self._slip
            for pile, top in enumerate(view.tops):
                if view.discard[-1].fits(top) or slip:
                    return Place(pile, seen=top)
        return Flip() if view.hand_sizes[view.seat] else Turn()
