"""How cards look in a terminal: a colour, a letter and a symbol, so that colour is never the only sign."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from wonderland.core.cards import Card
from wonderland.figures.symbols import COLOUR_SYMBOLS

#: Text and background colours by the letter of a colour. All games share them, so that a letter looks the same in each.
STYLES = {
    "R": "bold #ffffff on #b3261e",
    "B": "bold #ffffff on #1f5fbf",
    "V": "bold #ffffff on #7b3fa0",
    "G": "bold #ffffff on #2c7a3f",
    "S": "bold #ffffff on #5b6770",
    "O": "bold #1a1a1a on #f0913a",
    "Y": "bold #1a1a1a on #e8d8a8",
}
SYMBOLS = COLOUR_SYMBOLS


def card_label(card: Card) -> Text:
    """A card whose notation begins with its colour's letter, such as ``R10♥``, on its colour."""
    letter = card[0]
    return Text(f" {card}{SYMBOLS[letter]} ", STYLES[letter])


def card_labels(cards: Iterable[Card]) -> Text:
    return Text(" ").join(card_label(card) for card in cards)


def colour_label(letter: str, text: str = "") -> Text:
    """A colour by itself: its letter and symbol on its colour."""
    return Text(f" {letter}{SYMBOLS[letter]} {text}", STYLES[letter])
