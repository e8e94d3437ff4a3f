"""Alice, the top of the ladder; at a level from 1 to 9, or without search."""

from __future__ import annotations

from wonderland.bots.bot import Bot
from wonderland.bots.parade.heuristic import Heuristic
from wonderland.bots.parade.search import Search
from wonderland.games.parade import Action, View


def make_alice(seed: int, net: bool = False, level: int | None = None) -> Bot[View, Action]:
    """Alice from a seed; ``net`` without search, ``level`` 9 or None at full strength."""
    return Heuristic(seed) if net or (level or 9) < 5 else Search(seed)
