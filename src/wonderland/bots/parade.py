"""Simple opponents for Parade."""

from __future__ import annotations

from itertools import combinations
from random import Random

from wonderland.games.parade.cards import Card
from wonderland.games.parade.removal import split
from wonderland.games.parade.state import ASIDE, Action, Discard, Play
from wonderland.games.parade.view import View


class Greedy:
    """Takes as little as it can, a point a card and its value; slips now and then, so that beginners have a chance."""

    def __init__(self, random: Random, slip: float = 0.15) -> None:
        self._random = random
        self._slip = slip

    def decide(self, view: View) -> Action:
        if view.phase == "discard":
            # Keep what costs least if no majority turns it over.
            return Discard(max(combinations(view.hand, ASIDE), key=lambda pair: sum(card.value for card in pair)))
        if self._random.random() < self._slip:
            return Play(view.hand[int(self._random.random() * len(view.hand))])

        def cost(card: Card) -> tuple[int, int]:
            taken, _ = split(view.parade, card)
            # Of equal moves the higher card goes: it protects more and costs more to keep.
            return sum(one.value for one in taken) + len(taken), -card.value

        return Play(min(view.hand, key=cost))
