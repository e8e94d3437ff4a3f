"""Shuffling that gives the same order for the same seed on every Python, now and later."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")


def shuffled(cards: Iterable[T], random: Random) -> tuple[T, ...]:
    """Fisher–Yates on ``random()``, the only draw whose values Python promises to keep."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = int(random.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)
