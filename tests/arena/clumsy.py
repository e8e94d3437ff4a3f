"""Bots that fail, each in its own way."""

from __future__ import annotations

from wonderland.bots.bot import Budget
from wonderland.games.parade import Action, Card, Play, View


class Illegal:
    """Plays a card of somebody else."""

    def __init__(self, seed: int) -> None:
        pass

    def decide(self, view: View, budget: Budget) -> Action:
        return Play(next(Card(card) for card in ("R0", "R1", "R2", "R3", "R4", "R5") if card not in view.hand))


class Crashing:
    def __init__(self, seed: int) -> None:
        pass

    def decide(self, view: View, budget: Budget) -> Action:
        raise ValueError("lost my head")
