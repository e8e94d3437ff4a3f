"""The little that immutable rules need from tuples."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replaced(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The tuple with another value at one place.

    >>> replaced((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    return (*values[:place], value, *values[place + 1 :])
