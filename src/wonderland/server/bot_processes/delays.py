"""How long a bot of Parade waits before its move where people play: as long as somebody who thinks about it.

Others see how long it takes. So that depends on what they will see anyway, and never on a card that stays hidden.
"""

from __future__ import annotations

from random import Random
from typing import Any

from wonderland.bots.nimble.pacing import human
from wonderland.games.parade import Action, Play, View
from wonderland.games.parade.cards import COLOURS
from wonderland.games.parade.removal import split

#: Milliseconds: nobody is quicker than the first, a plain move takes about so much more, the hardest so much more
#: again; and nobody is kept waiting longer than the last.
MIN_DELAY_MS, PLAIN_MOVE_MS, HARDEST_MOVE_MS, MAX_DELAY_MS = 700, 450, 550, 2600

#: What makes a choice hard, as parts of the hardest: cards taken, so many at most; the end near; the last round.
TAKEN_WEIGHT, MAX_COUNTED_TAKEN = 0.45, 5
NEAR_END_WEIGHT, LAST_ROUND_WEIGHT = 0.25, 0.45
#: Setting two cards aside is always about as hard.
DISCARD_HARDNESS = 0.8


def delay(game: str, view: Any, action: Any, random: Random) -> int:
    """Milliseconds from the moment the seat is asked to its action; in another game, those of a plain move.

    The bots of Nimble have a delay of their own (``nimble.py``).

    >>> from wonderland.games import parade
    >>> state = parade.game.deal(parade.game.shuffle(["Ann", "Bob"], Random(7)))
    >>> view = parade.game.view(state, state.turn)
    >>> [delay("parade", view, Play(view.hand[0]), Random(seed)) for seed in range(4)]
    [1451, 1336, 1424, 1146]
    """
    hard = hardness(view, action) if game == "parade" else 0
    return min(MIN_DELAY_MS + human(PLAIN_MOVE_MS + HARDEST_MOVE_MS * hard, random), MAX_DELAY_MS)


def hardness(view: View, action: Action) -> float:
    """How hard the choice was, from 0 to 1."""
    if not isinstance(action, Play):
        return DISCARD_HARDNESS
    taken, _ = split(view.parade, action.card)
    hard = TAKEN_WEIGHT * min(len(taken), MAX_COUNTED_TAKEN) / MAX_COUNTED_TAKEN
    if view.last_round is not None:
        hard += LAST_ROUND_WEIGHT
    elif max(len({card.colour for card in cards}) for cards in view.front) >= len(COLOURS) - 1:
        hard += NEAR_END_WEIGHT
    return min(hard, 1.0)
