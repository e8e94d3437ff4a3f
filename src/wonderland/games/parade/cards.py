"""The 66 cards of Parade (P1): six colours, values 0 to 10, one of each."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from wonderland.core import cards

#: Red, blue, violet, green, slate (the grey), orange: the order of every table and tensor.
COLOURS = ("R", "B", "V", "G", "S", "O")
VALUES = range(11)


class Card(cards.Card):
    """A card of Parade by its notation: a colour's letter and a value.

    >>> Card("R10").colour, Card("R10").value
    ('R', 10)
    >>> Card("r10")
    Traceback (most recent call last):
    wonderland.core.errors.Unreadable: "r10" is no Parade card; a card is R, B, V, G, S or O and 0 to 10, like R10
    """

    __slots__ = ("colour", "number", "value")
    _known: ClassVar[dict[str, Card]] = {}
    _unknown = "card_unknown_parade"

    colour: str
    value: int
    #: The card's place in ``DECK``, 0 to 65.
    number: int


DECK: tuple[Card, ...] = tuple(
    Card._make(f"{colour}{value}", colour=colour, value=value, number=len(VALUES) * place + value)
    for place, colour in enumerate(COLOURS)
    for value in VALUES
)
Card._known.update((str(card), card) for card in DECK)


@lru_cache(maxsize=4_096)  # every view asks for every player's cards again, though one player's at most have changed
def by_colour(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Sorted as they lie in front of a player (P5): colour by colour, values ascending."""
    return tuple(sorted(cards, key=_number))


def _number(card: Card) -> int:
    return card.number
