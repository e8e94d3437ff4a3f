"""The simplest players of Parade: the card that takes least; and two who mean well."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import TypeVar

from wonderland.bots.bot import Budget
from wonderland.games.parade.cards import Card
from wonderland.games.parade.removal import split
from wonderland.games.parade.state import ASIDE, Action, Cards, Discard, Play
from wonderland.games.parade.view import View

Chosen = TypeVar("Chosen")


class Greedy:
    """Takes the least face value it can, and keeps the two lowest cards; slips as often as it is told to.

    Of equal moves it plays any: nothing else guides it.
    """

    def __init__(self, seed: int, slip: float = 0.0) -> None:
        self._random = Random(seed)
        self._slip = slip

    def decide(self, view: View, budget: Budget) -> Action:
        if view.phase == "discard":
            return Discard(_dearest(view.hand))
        if self._random.random() < self._slip:
            return Play(_any_of(view.hand, self._random))
        costs = {card: _face_value(view.parade, card) for card in view.hand}
        least = min(costs.values())
        return Play(_any_of([card for card, cost in costs.items() if cost == least], self._random))


def dormouse(seed: int) -> Greedy:
    """Half asleep: every other card is any card."""
    return Greedy(seed, slip=0.5)


def rabbit(seed: int) -> Greedy:
    """In a hurry: takes little, does not look ahead, and errs now and then."""
    return Greedy(seed, slip=0.15)


def _face_value(parade: Cards, card: Card) -> int:
    taken, _ = split(parade, card)
    return sum(one.value for one in taken)


def _dearest(hand: Cards) -> Cards:
    return max(combinations(hand, ASIDE), key=lambda pair: sum(card.value for card in pair))


def _any_of(choices: Sequence[Chosen], random: Random) -> Chosen:
    return choices[int(random.random() * len(choices))]
