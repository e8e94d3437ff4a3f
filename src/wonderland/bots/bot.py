"""What every bot is: a seat's view in, an action out."""

from __future__ import annotations

from typing import Protocol, TypeVar

View = TypeVar("View", contravariant=True)
Action = TypeVar("Action", covariant=True)


class Bot(Protocol[View, Action]):
    """Decides for one seat from what that seat may know."""

    def decide(self, view: View) -> Action: ...
