"""Where two values of plain JSON differ first, for the description of a problem."""

from __future__ import annotations

from typing import Any, NamedTuple


class Difference(NamedTuple):
    """The path of the first difference, and what stands there in each value."""

    path: str
    told: Any
    logged: Any


def difference(told: Any, logged: Any, path: str = "") -> Difference:
    """The first one, of two values that are not equal.

    >>> difference({"hand": ["R1", "B2"]}, {"hand": ["R1", "B3"]})
    Difference(path='.hand[1]', told='B2', logged='B3')
    """
    if isinstance(told, dict) and isinstance(logged, dict):
        for name in {**told, **logged}:
            if told.get(name) != logged.get(name):
                return difference(told.get(name), logged.get(name), f"{path}.{name}")
    if isinstance(told, list) and isinstance(logged, list):
        for place, (one, other) in enumerate(zip(told, logged, strict=False)):
            if one != other:
                return difference(one, other, f"{path}[{place}]")
        return Difference(f"{path}, length", len(told), len(logged))
    return Difference(path, told, logged)
