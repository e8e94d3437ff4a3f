"""Bots that fail, each in its own way."""

from __future__ import annotations

import sys
from typing import ClassVar

from wonderland.bots.bot import Budget
from wonderland.bots.parade.simple import Greedy
from wonderland.games.parade import Action, Card, Play, View


class Illegal:
    """Plays a card that is not in its hand."""

    def __init__(self, seed: int) -> None:
        pass

    def decide(self, view: View, budget: Budget) -> Action:
        return Play(next(Card(card) for card in ("R0", "R1", "R2", "R3", "R4", "R5") if card not in view.hand))


class Crashing:
    def __init__(self, seed: int) -> None:
        pass

    def decide(self, view: View, budget: Budget) -> Action:
        raise ValueError("lost my head")


class Exiting:
    def __init__(self, seed: int) -> None:
        pass

    def decide(self, view: View, budget: Budget) -> Action:
        sys.exit("enough")


class FailingToStart:
    def __init__(self, seed: int) -> None:
        raise ValueError("lost my head")


class Spy:
    """Prints each call, and remembers which deals it was shown."""

    seen: ClassVar[list[tuple[Card, ...]]] = []

    def __init__(self, seed: int) -> None:
        print("made")

    def decide(self, view: View, budget: Budget) -> Action:
        print("asked")
        self.seen.append(view.start)
        return Greedy(0).decide(view, budget)


class CrashingAtNimble:
    """Fails at Nimble."""

    def __init__(self, seed: int) -> None:
        pass

    def decide(self, view: object, budget: Budget) -> object:
        raise ValueError("lost my head")
