"""The difference of two values, such as a view before and after an action, as a short list of changes.

A change is a path and a value: ``["phase", "over"]``, ``["view", "front", 1, ["R3"]]``. A number in the path is an
index of a list; one past the end appends. A list that has become shorter is sent whole.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import astuple

Change = list[Any]

#: Types whose values have no parts to compare; any other type is looked at.
SCALARS = frozenset((int, str, bool, float, type(None)))


def changes(before: Any, after: Any, *path: str | int) -> list[Change]:
    """The changes that turn ``before`` into ``after``; ``path`` is prepended to their paths.

    >>> changes({"phase": "play", "hand": ("R1",)}, {"phase": "play", "hand": ("R1", "B2")}, "view")
    [['view', 'hand', 1, 'B2']]
    """
    found: list[Change] = []
    if type(after) is dict and type(before) is dict:
        for name, new in after.items():
            if new is not before[name]:
                _compare(before[name], new, [*path, name], found)
    else:
        _compare(before, after, [*path], found)
    return found


def _compare(before: Any, after: Any, path: list[Any], found: list[Change]) -> None:
    """Append the changes at ``path``. Runs for every action, so identical objects are skipped."""
    kind = type(after)
    if kind is not type(before):
        found.append([*path, after])
    elif kind is tuple and path and len(before) <= len(after):
        _compare_items(before, after, path, found)
    elif fields := getattr(kind, "__struct_fields__", None):
        for name, old, new in zip(fields, astuple(before), astuple(after), strict=True):
            if old is new:
                continue
            kind = type(new)
            if kind in SCALARS:
                if old != new or type(old) is not kind:
                    found.append([*path, name, new])
            elif kind is not tuple or type(old) is not tuple:
                _compare(old, new, [*path, name], found)
            elif old != new:  # most are equal, though not the same object
                if len(old) <= len(new):
                    _compare_items(old, new, [*path, name], found)
                else:
                    found.append([*path, name, new])
    elif before != after:
        found.append([*path, after])


def _compare_items(before: tuple[Any, ...], after: tuple[Any, ...], path: list[Any], found: list[Change]) -> None:
    size, new_size = len(before), len(after)
    if size == new_size - 1 and before == after[:-1]:
        found.append([*path, size, after[-1]])
        return
    places = [place for place in range(size) if before[place] != after[place]]
    # A few changed items are sent one by one; when most have changed, the whole list is shorter.
    if len(places) + new_size - size > max(1, new_size // 2):
        found.append([*path, after])
        return
    for place in places:
        new = after[place]
        if type(new) in SCALARS:
            found.append([*path, place, new])
        else:
            _compare(before[place], new, [*path, place], found)
    found += [[*path, place, after[place]] for place in range(size, new_size)]


def apply(data: Any, found: list[Change]) -> Any:
    """Apply changes to plain JSON data in place, as every client does."""
    for *path, last, value in found:
        place = data
        for step in path:
            place = place[step]
        if isinstance(place, list) and last == len(place):
            place.append(value)
        else:
            place[last] = value
    return data
