"""What every bot is: a seat's view and a budget in, an action out."""

from __future__ import annotations

from typing import Protocol, TypeVar

import msgspec

View = TypeVar("View", contravariant=True)
Action = TypeVar("Action", covariant=True)


class Budget(msgspec.Struct, frozen=True):
    """How long a bot may think about one decision.

    Counted in rollouts instead of time, a bot with the same seed and the same view decides the same way every time.
    """

    milliseconds: int = 200
    rollouts: int | None = None


class Bot(Protocol[View, Action]):
    """Decides for one seat of one game from what that seat may know."""

    def decide(self, view: View, budget: Budget) -> Action:
        """What the seat does now, as an action that the rules allow."""
        ...
