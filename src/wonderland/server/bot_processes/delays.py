"""How long a bot waits before its move where people play turns: as long as somebody who thinks about it.

Others see how long it takes. So that depends on what they will see anyway, and never on a card that stays hidden.
"""

from __future__ import annotations

from random import Random
from typing import Any

from wonderland.bots.kit import GameBots
from wonderland.bots.pacing import human

#: Milliseconds: nobody is quicker than the first, an easy choice takes about so much more, the hardest so much more
#: again; and nobody is kept waiting longer than the last.
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
