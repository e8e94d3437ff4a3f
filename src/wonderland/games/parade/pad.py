"""The score pad: one player per line, ``Alice: R10 R8 B0``, for people who play with real cards (P8 to P10)."""

from __future__ import annotations

import re

from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import at
from wonderland.games.parade import scoring
from wonderland.games.parade.cards import Card
from wonderland.games.parade.rules import SEATS
from wonderland.games.parade.scoring import Outcome
from wonderland.games.parade.state import Cards


def score(text: str) -> tuple[tuple[str, ...], Outcome]:
    r"""The players' names and the outcome.

    >>> players, end = score("Ann: r1, R2\nBob: B10\nCy:")
    >>> players, end.scores, end.winners
    (('Ann', 'Bob', 'Cy'), (2, 1, 0), (2,))
    """
    names: list[str] = []
    front: list[Cards] = []
    owners: dict[Card, str] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            with at("at_line", line=number):
                name, cards = _read_line(line, owners)
            names.append(name)
            front.append(cards)
    if len(names) not in SEATS:
        raise Unreadable("players_number", found=len(names), low=SEATS[0], high=SEATS[-1])
    return tuple(names), scoring.score(front)


def _read_line(line: str, owners: dict[Card, str]) -> tuple[str, Cards]:
    """A name before the last colon, then cards; ``owners`` remembers whose each card is."""
    name, colon, words = line.rpartition(":")
    if not colon:
        raise Unreadable("pad_colon", line=shown(line.strip()))
    name = name.strip()
    cards = []
    for word in re.split(r"[\s,]+", words.strip(" \t\r,")):
        if word:
            # Only plain letters: some letters of other alphabets have R or S as their capital.
            card = Card(word.upper() if word.isascii() else word)
            if card in owners:
                raise Unreadable("pad_twice", card=card, name=shown(owners[card]))
            owners[card] = name
            cards.append(card)
    return name, tuple(cards)
