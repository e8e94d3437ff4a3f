"""The 30 cards of a Nimble pack (N1): a frame and a circle of different colours, every ordered pair once."""

from __future__ import annotations

from itertools import permutations
from typing import ClassVar

from wonderland.core import cards

#: Red, blue, violet, green, beige, orange.
COLOURS = ("R", "B", "V", "G", "Y", "O")


class Card(cards.Card):
    """A card of Nimble by its notation: the frame's letter, then the circle's.

    >>> Card("RB").frame, Card("RB").circle
    ('R', 'B')
    """

    __slots__ = ("circle", "frame")
    _known: ClassVar[dict[str, Card]] = {}
    _unknown = "card_unknown_nimble"

    frame: str
    circle: str

    def fits(self, top: Card) -> bool:
        """Whether this card may lie on ``top`` without being an error (N4).

        >>> Card("BO").fits(Card("RB"))
        True
        """
        return self.frame == top.circle


PACK: tuple[Card, ...] = tuple(
    Card._make(frame + circle, frame=frame, circle=circle) for frame, circle in permutations(COLOURS, 2)
)
Card._known.update((str(card), card) for card in PACK)
