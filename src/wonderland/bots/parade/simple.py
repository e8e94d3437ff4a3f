"""The simplest bots of Parade: they play the card that takes the least, some of them with mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import TypeVar

from wonderland.bots.bot import Budget
from wonderland.games.parade.cards import Card
from wonderland.games.parade.removal import split
from wonderland.games.parade.state import DISCARD_SIZE, Action, Cards, Discard, Play
from wonderland.games.parade.view import View

Chosen = TypeVar("Chosen")


class Greedy:
    """Takes the lowest face value, and keeps the two lowest cards; with probability ``slip`` plays a random card.

    Ties are broken at random.
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
    """Half asleep: every other card is random."""
    return Greedy(seed, slip=0.5)


def rabbit(seed: int) -> Greedy:
    """In a hurry: takes little, does not plan, and makes a few mistakes."""
    return Greedy(seed, slip=0.15)


def _face_value(parade: Cards, card: Card) -> int:
    taken, _ = split(parade, card)
    return sum(one.value for one in taken)


def _dearest(hand: Cards) -> Cards:
    return max(combinations(hand, DISCARD_SIZE), key=lambda pair: sum(card.value for card in pair))


def _any_of(choices: Sequence[Chosen], random: Random) -> Chosen:
    return choices[int(random.random() * len(choices))]
