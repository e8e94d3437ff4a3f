"""The opening table: which cards are worth keeping in the first turns, for hints and tutorials.

Colours are exchangeable, so a card is told by its value, by how many cards of its colour lie in the line, and by how
many others of its colour are in the hand. Its worth is what keeping it brings beside a random card of the pile in its
place, in per mille of a win, by the card network. ``opening.json`` says which command made it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from wonderland.games.parade.cards import Card
from wonderland.games.parade.view import View

FILE = "opening.json"
#: The table is of each player's first turns, this many.
OPENING_ROUNDS = 3
#: More cards than these in the line, or others in the hand, count as these.
MAX_IN_LINE, MAX_IN_HAND = 3, 2


class Worth(NamedTuple):
    """What keeping a card is worth, in per mille of a win, with the margin of its 95 % interval."""

    per_mille: float
    margin: float


def keeping_worth(players: int, value: int, in_line: int = 0, in_hand: int = 0) -> Worth | None:
    """What keeping a card is worth in the first turns; none where such a card was too rare to say.

    A ten is worth keeping, a five is not:

    >>> keeping_worth(4, value=10).per_mille > 0 > keeping_worth(4, value=5).per_mille
    True
    """
    found = load_opening()["tables"][str(players)][value][min(in_line, MAX_IN_LINE)][min(in_hand, MAX_IN_HAND)]
    return None if found is None else Worth(*found)


def cards_worth_keeping(view: View) -> list[tuple[Card, Worth]]:
    """The cards of a hand with what keeping each is worth, the best to keep first."""
    players, found = len(view.players), []
    for card in view.hand or ():
        in_line = sum(other.colour == card.colour for other in view.parade)
        in_hand = sum(other.colour == card.colour for other in view.hand or ()) - 1
        # Where the very case is too rare, more of the colour in the hand says little: the nearest case that is known.
        worths = (keeping_worth(players, card.value, line, hand) for line in _down(in_line) for hand in _down(in_hand))
        found.append((card, next(worth for worth in worths if worth is not None)))
    return sorted(found, key=lambda one: -one[1].per_mille)


@cache
def load_opening() -> dict[str, Any]:
    """The file as it is: ``made_by``, ``weights`` (the hash of the network's), ``unit`` and ``tables``."""
    data: dict[str, Any] = json.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    return data


def _down(count: int) -> range:
    return range(count, -1, -1)
