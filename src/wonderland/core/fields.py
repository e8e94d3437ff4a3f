"""Reads and checks the keys of a JSON object; an error names the key."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from wonderland.core.cards import Card
from wonderland.core.errors import Unreadable, WonderlandError, shown

Data = Mapping[str, Any]
C = TypeVar("C", bound=Card)


@contextmanager
def at(place: str, /, **values: object) -> Iterator[None]:
    """Add a place to errors that are raised inside.

    >>> with at("at_key", key="first"):
    ...     integer(True, 0, 3)
    Traceback (most recent call last):
    wonderland.core.errors.Unreadable: first: must be a whole number from 0 to 3, not true
    """
    try:
        yield
    except WonderlandError as problem:
        raise problem.within(place, **values) from None


@contextmanager
def field(data: Data, key: str) -> Iterator[Any]:
    """The value of a required key; errors raised inside name the key."""
    with at("at_key", key=key):
        if key not in data:
            raise Unreadable("key_missing")
        yield data[key]


def integer(value: object, low: int, high: int) -> int:
    """A JSON integer within bounds; ``true`` and ``1.0`` are refused."""
    if type(value) is not int or not low <= value <= high:
        raise Unreadable("integer_wrong", value=shown(value), low=low, high=high)
    return value


def items(value: object, length: int | None = None) -> list[Any]:
    """A JSON list, of a given length if one is given."""
    if not isinstance(value, list):
        raise Unreadable("list_wrong", value=shown(value))
    if length is not None and len(value) != length:
        raise Unreadable("list_length", length=length, found=len(value))
    return value


def names(value: object, seats: range) -> tuple[str, ...]:
    """Players' names, as many as the game has seats for."""
    found = items(value)
    for name in found:
        if not isinstance(name, str):
            raise Unreadable("name_wrong", value=shown(name))
    if len(found) not in seats:
        raise Unreadable("players_number", found=len(found), low=seats[0], high=seats[-1])
    return tuple(found)


def whole_pack(value: object, kind: type[C], pack: Collection[C]) -> tuple[C, ...]:
    """A list that holds every card of ``pack`` exactly once, in any order."""
    with suppress(Unreadable):
        cards = tuple([kind(text) for text in items(value)])
        if len(cards) == len(pack) == len(set(cards)):
            return cards
    # Something is wrong: check card by card, to report where.
    found: dict[C, int] = {}
    for number, text in enumerate(items(value), 1):
        with at("at_card", number=number):
            card = kind(text)
            if card in found:
                raise Unreadable("card_twice", card=card, first=found[card])
            found[card] = number
    if len(found) != len(pack):
        missing = next(card for card in pack if card not in found)
        raise Unreadable("cards_missing", found=len(found), expected=len(pack), card=missing)
    return tuple(found)


def choice(value: object, allowed: Sequence[Any]) -> Any:
    """One of a few values, of the very same type (``1`` is not ``true``)."""
    for one in allowed:
        if value == one and type(value) is type(one):
            return one
    raise Unreadable("choice_wrong", value=shown(value), allowed=", ".join(shown(one) for one in allowed))
