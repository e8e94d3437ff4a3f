"""Which cards of the parade a played card takes, and why (P4, P5).

``reason`` alone decides whether a card leaves; playing a card and explaining it both use it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from wonderland.games.parade.cards import Card
from wonderland.games.parade.state import Cards

Reason = Literal["colour", "value", "both"]


class Fate(msgspec.Struct, frozen=True):
    """What a played card means for one card of the line."""

    card: Card
    #: ``safe`` (P4), ``kept`` (in removal mode, but stays) or ``taken`` (P5).
    fate: Literal["safe", "kept", "taken"]
    reason: Reason | None = None


def in_removal_mode(parade: Cards, played: Card) -> int:
    """How many cards, from the front, are in removal mode (P4).

    The played card never counts itself: ``parade`` is the line before it joined.
    """
    return max(0, len(parade) - played.value)


def reason(card: Card, played: Card) -> Reason | None:
    """Why a card in removal mode leaves the parade (P5), or None if it stays."""
    if card.value <= played.value:
        return "both" if card.colour == played.colour else "value"
    return "colour" if card.colour == played.colour else None


def split(parade: Cards, played: Card) -> tuple[Cards, Cards]:
    """The cards that are taken and the line that remains, before the played card joins it (P5)."""
    exposed = in_removal_mode(parade, played)
    taken = tuple([card for card in parade[:exposed] if reason(card, played)])
    if not taken:
        return (), parade
    stay = tuple([card for card in parade[:exposed] if not reason(card, played)])
    return taken, stay + parade[exposed:]


def explain(parade: Cards, played: Card) -> tuple[Fate, ...]:
    """For every card of the line, front first, whether it is safe, kept or taken, and by which reason.

    >>> from wonderland.core.notation import read_cards
    >>> for fate in explain(read_cards(Card, "G7 B5 R2 G1"), Card("G2")):
    ...     print(fate.card, fate.fate, fate.reason)
    G7 taken colour
    B5 kept None
    R2 safe None
    G1 safe None
    """
    exposed = in_removal_mode(parade, played)
    fates = []
    for place, card in enumerate(parade):
        why = reason(card, played) if place < exposed else None
        fates.append(Fate(card, "safe" if place >= exposed else "taken" if why else "kept", why))
    return tuple(fates)
