"""Eighteen cards: three suits, six values (T1)."""

from __future__ import annotations

from typing import ClassVar

from wonderland.core import cards

SUITS = ("M", "S", "H")  #: moons, stars, hills
VALUES = range(1, 7)


class Card(cards.Card):
    """A suit and a value: ``M6``."""

    __slots__ = ("suit", "value")
    _known: ClassVar[dict[str, Card]] = {}
    _unknown = "card_unknown_tricks"
    suit: str
    value: int


DECK: tuple[Card, ...] = tuple(
    Card._make(f"{suit}{value}", suit=suit, value=value) for suit in SUITS for value in VALUES
)
Card._known.update((str(card), card) for card in DECK)

Cards = tuple[Card, ...]
