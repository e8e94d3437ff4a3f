"""A view as plain text, for games without a drawn table of their own."""

from __future__ import annotations

from typing import Any

import msgspec


def describe(view: msgspec.Struct) -> str:
    """One line per field, in the view's order, without empty fields and without the players' names.

    >>> class View(msgspec.Struct):
    ...     players: tuple[str, ...]
    ...     seat: int
    ...     hand: tuple[str, ...]
    ...     tricks: tuple[tuple[str, ...], ...]
    >>> print(describe(View(("Ann", "Bob"), 0, ("H7", "S2"), (("H9",), ()))))
    hand: H7 S2
    tricks: H9 | –
    """
    values = {name: getattr(view, name) for name in view.__struct_fields__ if name not in ("players", "seat")}
    lines = [f"{name.replace('_', ' ')}: {_text(value)}" for name, value in values.items() if value not in (None, ())]
    return "\n".join(lines)


def _text(value: Any) -> str:
    if isinstance(value, tuple | list):
        nested = any(isinstance(item, tuple | list) for item in value)
        return (" | " if nested else " ").join(_text(item) for item in value) or "–"
    if isinstance(value, msgspec.Struct):
        return ", ".join(f"{name} {_text(getattr(value, name))}" for name in value.__struct_fields__)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)
