"""Text for states: one ``key: value`` line a field, cards apart by spaces, seats apart by slashes.

    parade: G3 R4 B0
    hands: R1 R2 / V9

The same few helpers serve every game, so that all states read alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from wonderland.core.cards import Card
from wonderland.core.errors import Unreadable, shown

C = TypeVar("C", bound=Card)


def write_lines(fields: Mapping[str, str]) -> str:
    return "\n".join(f"{key}: {value}".rstrip() for key, value in fields.items())


def read_lines(text: str, keys: Iterable[str]) -> dict[str, str]:
    """The lines of a state by key; every one of ``keys`` must be there, once, and no other."""
    fields: dict[str, str] = {}
    for line in text.strip().splitlines():
        key, colon, value = line.partition(":")
        key = key.strip()
        if not colon or key in fields or key not in keys:
            raise Unreadable("state_line", line=shown(line), keys=", ".join(keys))
        fields[key] = value.strip()
    for key in keys:
        if key not in fields:
            raise Unreadable("state_missing", key=key)
    return fields


def write_cards(cards: Iterable[Card]) -> str:
    return " ".join(cards)


def read_cards(kind: type[C], text: str) -> tuple[C, ...]:
    return tuple(kind(word) for word in text.split())


def write_seats(seats: Iterable[Iterable[Card]]) -> str:
    return " / ".join(write_cards(cards) for cards in seats)


def read_seats(kind: type[C], text: str) -> tuple[tuple[C, ...], ...]:
    return tuple(read_cards(kind, part) for part in text.split("/"))


def read_numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(word) for word in text.split())
    except ValueError:
        raise Unreadable("number_wrong", value=shown(text)) from None
