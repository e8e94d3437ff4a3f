"""Plans the next few placements with the cards that a player remembers; sooner is better.

A player's cards are one line: the own discard, then the hand. Flipping moves one place along it, taking back moves
one place the other way, placing takes the card between out of it (N3). A plan is a walk along that line.
"""

from __future__ import annotations

from typing import Literal

from wonderland.games.nimble.cards import Card

#: Cards in order; None is one that the player does not remember.
Line = list[Card | None]
Step = Literal["place", "back", "flip"]

#: The worth of a card is multiplied by these for every action until it lies on a pile, because meanwhile others change
#: the piles. Going back is discounted most, because those cards have to be flipped again.
PLACE_DISCOUNT, FLIP_DISCOUNT, BACK_DISCOUNT = 0.85, 0.85, 0.75
#: The worth of all cards beyond the plan: an unknown card fits about two times in five.
WORTH_BEYOND_PLAN = 1.4


def plan(line: Line, at: int, circles: str, ahead: int) -> tuple[float, Step]:
    """What the remembered cards are worth, and the first step, planning ``ahead`` placements.

    The first ``at`` cards of the line are the discard. ``circles`` are the colours that the piles ask for; piles of one
    colour are alike, so a plan chooses among cards.

    >>> line = [Card("GB"), Card("RV")]
    >>> [plan(line, 2, circles, ahead=1)[1] for circles in ("RYO", "GYO", "YOO")]
    ['place', 'back', 'flip']
    """
    if not ahead:
        return WORTH_BEYOND_PLAN, "flip"
    best, target = 0.0, at
    for places, start, discount in (
        (range(at - 1, -1, -1), 1.0, BACK_DISCOUNT),
        (range(at, len(line)), FLIP_DISCOUNT, FLIP_DISCOUNT),
    ):
        worth = start
        for place in places:
            card = line[place]
            if card is None:
                break
            if card.frame in circles:
                then = circles.replace(card.frame, card.circle, 1)
                rest, _ = plan(line[:place] + line[place + 1 :], place, then, ahead - 1)
                if worth * PLACE_DISCOUNT * (1 + rest) > best:
                    best, target = worth * PLACE_DISCOUNT * (1 + rest), place
            worth *= discount
    # ``worth`` is now that of the first unknown card of the hand.
    if worth * WORTH_BEYOND_PLAN > best:
        best, target = worth * WORTH_BEYOND_PLAN, at
    return best, "flip" if target >= at else "place" if target == at - 1 else "back"
