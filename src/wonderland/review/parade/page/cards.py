"""Cards as small labels: a colour, a symbol and a value, so that colour is never the only sign."""

from __future__ import annotations

from wonderland.figures.symbols import COLOUR_SYMBOLS
from wonderland.messages import say
from wonderland.messages.lists import listed
from wonderland.review.html.elements import Html, element, join, unseen
from wonderland.review.parade.report import MoveText


def card_label(card: str, lang: str) -> Html:
    """A card as a label."""
    symbol = element("span", f"{COLOUR_SYMBOLS[card[0]]}{card[1:]}", aria_hidden="true")
    return element("span", symbol, unseen(card_name(card, lang)), class_=f"card colour-{card[0]}")


def move_label(move: MoveText, lang: str) -> Html:
    """The card, or the two that are set aside."""
    return join([card_label(card, lang) for card in cards_of(move)], " ")


def card_name(card: str, lang: str) -> str:
    """A card in words.

    >>> card_name("R10", "en"), card_name("R10", "fr")
    ('red 10', '10 rouge')
    """
    return say("parade_page_card", lang, colour=say(f"colour_{card[0]}", lang), value=card[1:])


def move_name(move: MoveText, lang: str) -> str:
    """A move in words."""
    return listed([card_name(card, lang) for card in cards_of(move)], lang)


def cards_of(move: MoveText) -> tuple[str, ...]:
    """The card, or the two, of a move.

    >>> cards_of("R3"), cards_of(("R3", "B7"))
    (('R3',), ('R3', 'B7'))
    """
    return (move,) if isinstance(move, str) else move
