"""How long a bot of a turn-based game waits before its move among people: about as long as a person who thinks.

The others see the delay, so it may depend only on what they will see anyway, never on hidden cards.
"""

from __future__ import annotations

from random import Random
from typing import Any

from wonderland.bots.kit import GameBots
from wonderland.bots.pacing import human

#: The shortest delay, what an easy choice adds on average, what the hardest adds to that, and the longest delay.
MIN_DELAY_MS, EASY_CHOICE_MS, HARDEST_CHOICE_MS, MAX_DELAY_MS = 700, 450, 550, 2600


def delay(kit: GameBots, view: Any, action: Any, random: Random) -> int:
    """Milliseconds from the moment the seat is asked to its action.

    >>> from wonderland.bots.registry import kit
    >>> from wonderland.games import parade
    >>> state = parade.game.deal(parade.game.shuffle(["Ann", "Bob"], Random(7)))
    >>> view = parade.game.view(state, state.turn)
    >>> [delay(kit("parade"), view, parade.Play(view.hand[0]), Random(seed)) for seed in range(4)]
    [1451, 1336, 1424, 1146]
    """
    hard = kit.hardness(view, action)
    return min(MIN_DELAY_MS + human(EASY_CHOICE_MS + HARDEST_CHOICE_MS * hard, random), MAX_DELAY_MS)
