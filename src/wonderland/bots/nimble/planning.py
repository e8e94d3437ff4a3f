"""The next few placements with the cards one has in mind, the sooner the better.

A player's cards are one line: the own discard, then the hand. Flipping moves one place along it, taking back moves
one place the other way, placing takes the card between out of it (N3). A plan is a walk along that line.
"""

from __future__ import annotations

from typing import Literal

from wonderland.games.nimble.cards import Card

#: Cards in their order; None is one that the player does not have in mind.
Line = list[Card | None]
Step = Literal["place", "back", "flip"]

#: What remains of a card's worth for each thing done before it lies on a pile: others place too, and the piles change.
#: Going back costs most, because the way has to be flipped through again.
PLACE, FLIP, BACK = 0.85, 0.85, 0.75
#: What the cards beyond a plan are worth, known or not: the next one fits about two times in five.
BEYOND = 1.4


def plan(line: Line, at: int, circles: str, ahead: int) -> tuple[float, Step]:
    """What the cards in mind are worth, and the first step to it, looking so many placements ahead.

    The first ``at`` cards of the line are the discard. ``circles`` are the colours that the piles ask for; piles of one
    colour are alike, so a plan chooses among cards.

    >>> line = [Card("GB"), Card("RV")]
    >>> [plan(line, 2, circles, ahead=1)[1] for circles in ("RYO", "GYO", "YOO")]
    ['place', 'back', 'flip']
    """
    if not ahead:
        return BEYOND, "flip"
    best, target = 0.0, at
    for places, start, less in ((range(at - 1, -1, -1), 1.0, BACK), (range(at, len(line)), FLIP, FLIP)):
        worth = start
        for place in places:
            card = line[place]
            if card is None:
                break
            if card.frame in circles:
                then = circles.replace(card.frame, card.circle, 1)
                rest, _ = plan(line[:place] + line[place + 1 :], place, then, ahead - 1)
                if worth * PLACE * (1 + rest) > best:
                    best, target = worth * PLACE * (1 + rest), place
            worth *= less
    # The last way went on as far as the cards are known.
    if worth * BEYOND > best:
        best, target = worth * BEYOND, at
    return best, "flip" if target >= at else "place" if target == at - 1 else "back"
