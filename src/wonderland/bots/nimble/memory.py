"""The cards of its own pack that a player remembers."""

from __future__ import annotations

from collections.abc import Iterable

from wonderland.games.nimble.cards import Card


class Memory:
    """The last ``span`` distinct cards seen; an older one is forgotten.

    >>> memory = Memory(span=2)
    >>> [memory.see(Card(card)) for card in ("RB", "RB", "GO", "BV", "RB")]
    [False, True, False, False, False]
    >>> memory.of([Card("GO"), Card("BV"), Card("RB")])
    [None, Card('BV'), Card('RB')]
    """

    def __init__(self, span: int) -> None:
        self._span = span
        self._cards: list[Card] = []

    def see(self, card: Card) -> bool:
        """See a card; whether it was still remembered."""
        known = card in self._cards
        if known:
            self._cards.remove(card)
        elif len(self._cards) == self._span:
            del self._cards[0]
        self._cards.append(card)
        return known

    def of(self, cards: Iterable[Card]) -> list[Card | None]:
        """The cards, with None for those that are not remembered."""
        return [card if card in self._cards else None for card in cards]
