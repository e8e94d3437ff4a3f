"""Rules that people follow, each as a penalty of a card.

Whoever follows a rule lays a card of the least penalty; between equals, the network decides. A rule that says nothing
about a turn gives every card the same penalty.
"""

from __future__ import annotations

from typing import Any

from wonderland.lab.columns import (
    LEAD_AFTER,
    NEW_COLOURS,
    POINTS,
    SIXTH_COLOUR,
    TAKEN,
    TAKES_MAJORITY,
    VALUE,
)  # fmt: skip
from wonderland.sim.kernel.compiling import kernel_function

NO_RULE = 0
HIGHEST_CARD, LOWEST_CARD, LEAST_POINTS, TAKE_NOTHING, TAKE_NOTHING_EARLY = 1, 2, 3, 4, 5
KEEP_LOW_CARDS, COLLECT, NO_NEW_COLOUR, NO_SIXTH_COLOUR, SIXTH_WHEN_AHEAD, NO_SIXTH_WHEN_BEHIND = 6, 7, 8, 9, 10, 11
#: What each rule says, as a person would.
RULES = {
    HIGHEST_CARD: "Always play your highest card.",
    LOWEST_CARD: "Always play your lowest card.",
    LEAST_POINTS: "Take the fewest points you can, every turn.",
    TAKE_NOTHING: "Never take a card while you hold one that takes nothing.",
    TAKE_NOTHING_EARLY: "Take nothing in the first half, if you can help it.",
    KEEP_LOW_CARDS: "Keep your 0s, 1s and 2s for the end.",
    COLLECT: "Whenever you can add to a colour you have most of, do.",
    NO_NEW_COLOUR: "Don't open a new colour if you can help it.",
    NO_SIXTH_COLOUR: "Never take your sixth colour if you can help it.",
    SIXTH_WHEN_AHEAD: "When you are ahead, end it: take the sixth colour.",
    NO_SIXTH_WHEN_BEHIND: "Never take the sixth colour while you are behind.",
}
#: The cards that ``KEEP_LOW_CARDS`` keeps.
MAX_LOW_VALUE = 2


@kernel_function
def penalty_of(rule: Any, card: Any, early: Any, last_round: Any) -> Any:
    """The penalty of a card, given its row; ``early``: more than half of the pile is left."""
    penalty = 0.0
    if rule == HIGHEST_CARD:
        penalty = -card[VALUE]
    elif rule == LOWEST_CARD:
        penalty = card[VALUE]
    elif rule == LEAST_POINTS:
        penalty = card[POINTS]
    elif rule == TAKE_NOTHING or (rule == TAKE_NOTHING_EARLY and early):
        penalty = 1.0 if card[TAKEN] > 0 else 0.0
    elif rule == KEEP_LOW_CARDS:
        penalty = 1.0 if card[VALUE] <= MAX_LOW_VALUE and not last_round else 0.0
    elif rule == COLLECT:
        penalty = -card[TAKES_MAJORITY]
    elif rule == NO_NEW_COLOUR:
        penalty = card[NEW_COLOURS]
    elif rule == NO_SIXTH_COLOUR:
        penalty = card[SIXTH_COLOUR]
    elif rule == SIXTH_WHEN_AHEAD:
        penalty = -card[SIXTH_COLOUR] if card[LEAD_AFTER] > 0 else 0.0
    elif rule == NO_SIXTH_WHEN_BEHIND:
        penalty = card[SIXTH_COLOUR] if card[LEAD_AFTER] < 0 else 0.0
    return penalty
