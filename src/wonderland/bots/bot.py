"""The bot protocol: a seat's view and a budget in, an action out."""

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


class Wait:
    """In a live game: do nothing for now. The bot is asked again when something has changed, or after its pace."""

    def __str__(self) -> str:
        return "wait"


WAIT = Wait()


class Bot(Protocol[View, Action]):
    """Decides for one seat of one game from what that seat may know.

    In a live game it may have two things more: ``pace(view, action)``, the milliseconds it takes for the decision, and
    an attribute ``at``, which is set before each decision to the milliseconds since the start.
    """

    def decide(self, view: View, budget: Budget) -> Action:
        """What the seat does now, as an action that the rules allow."""
        ...
