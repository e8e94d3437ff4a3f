"""Text for states: one ``key: value`` line per field, cards separated by spaces, seats by slashes.

    parade: G3 R4 B0
    hands: R1 R2 / V9

Every game uses these helpers, so that all states look alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TypeVar

from wonderland.core.cards import Card
from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import at, names

C = TypeVar("C", bound=Card)


def write_lines(fields: Mapping[str, str]) -> str:
    """A state's fields as lines.

    >>> print(write_lines({"turn": "2", "parade": "G3 R4"}))
    turn: 2
    parade: G3 R4
    """
    return "\n".join(f"{key}: {value}".rstrip() for key, value in fields.items())


def read_lines(text: str, keys: Iterable[str]) -> dict[str, str]:
    """The lines of a state by key; every one of ``keys`` must be there, once, and no other."""
    fields: dict[str, str] = {}
    for line in text.strip("\n").split("\n"):
        key, colon, value = line.partition(":")
        key = key.strip()
        if not colon or key in fields or key not in keys:
            raise Unreadable("state_line", line=shown(line), keys=", ".join(keys))
        fields[key] = value.strip()
    for key in keys:
        if key not in fields:
            raise Unreadable("state_missing", key=key)
    return fields


def write_players(players: tuple[str, ...]) -> str:
    """The line ``players``."""
    return json.dumps(players, ensure_ascii=False)


def read_players(text: str, seats: range) -> tuple[str, ...]:
    """The line ``players``: a JSON list, because a name may hold anything."""
    with at("at_key", key="players"):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            raise Unreadable("not_json_list", value=shown(text)) from None
        return names(found, seats)


def write_cards(cards: Iterable[Card]) -> str:
    """Cards, separated by spaces."""
    return " ".join(cards)


def read_cards(kind: type[C], text: str) -> tuple[C, ...]:
    """Read cards separated by spaces."""
    return tuple(kind(word) for word in text.split())


def write_seats(seats: Iterable[Iterable[Card]]) -> str:
    """The cards of each seat, separated by slashes."""
    return " / ".join(write_cards(cards) for cards in seats)


def read_seats(kind: type[C], text: str) -> tuple[tuple[C, ...], ...]:
    """Read the cards of each seat, separated by slashes."""
    return tuple(read_cards(kind, part) for part in text.split("/"))


def read_number(text: str) -> int:
    """A whole number from 0, written in digits."""
    # Limited, because int() refuses thousands of digits; nothing we count reaches ten.
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Unreadable("number_wrong", value=shown(text))
    return int(text)


def read_numbers(text: str) -> tuple[int, ...]:
    """Read whole numbers separated by spaces."""
    return tuple(read_number(word) for word in text.split())
