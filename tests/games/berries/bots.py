"""A bot of its own for a live game, at its own pace."""

from __future__ import annotations

from games.berries import Act, View
from wonderland.bots.bot import Budget


class Squirrel:
    """Picks as much as it can carry, then stores."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, view: View, budget: Budget) -> Act:
        assert view.seat is not None
        full = view.carried[view.seat] == 3 or not view.bowl
        return Act("store" if full and view.carried[view.seat] else "pick")

    def pace(self, view: View, action: Act) -> int:
        return 400 if action.name == "pick" else 900
