"""A helper for immutable states."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """A copy of the tuple with another value at one index.

    >>> replaced((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    return (*values[:index], value, *values[index + 1 :])
