"""The difference of two faces, as a short list that anyone can apply.

A change is a path and a value: ``["phase", "over"]``, ``["view", "front", 1, ["R3"]]``. A number in the path is a place
in a list; one past the end appends. What has become shorter is sent whole.
"""

from __future__ import annotations

from typing import Any

import msgspec

Change = list[Any]


def changes(before: Any, after: Any) -> list[Change]:
    """What turns the one into the other.

    >>> from wonderland.server.tables.entries import Pace
    >>> changes(Pace("seconds", 30), Pace("seconds", 60))
    [['limit', 60]]
    """
    found: list[Change] = []
    _compare(before, after, [], found)
    return found


def _compare(before: Any, after: Any, path: list[Any], found: list[Change]) -> None:
    if before is after or (before == after and type(before) is type(after)):
        return
    if isinstance(after, msgspec.Struct) and type(before) is type(after):
        for name in after.__struct_fields__:
            old, new = getattr(before, name), getattr(after, name)
            if old is not new and old != new:
                _compare(old, new, [*path, name], found)
    elif isinstance(after, tuple) and isinstance(before, tuple) and path and _alike(before, after):
        for place, new in enumerate(after):
            if place >= len(before):
                found.append([*path, place, new])
            elif before[place] != new:
                _compare(before[place], new, [*path, place], found)
    else:
        found.append([*path, after])


def _alike(before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
    """Whether the longer list is little more than the shorter: then its new places are told, else all of it."""
    if len(after) < len(before):
        return False
    other: int = sum(old != new for old, new in zip(before, after, strict=False))
    return other + len(after) - len(before) <= max(1, len(after) // 2)


def apply(face: Any, found: list[Change]) -> Any:
    """The data of a face (as JSON gives it) with changes made to it: what every client does."""
    for *path, last, value in found:
        place = face
        for step in path:
            place = place[step]
        if isinstance(place, list) and last == len(place):
            place.append(value)
        else:
            place[last] = value
    return face
