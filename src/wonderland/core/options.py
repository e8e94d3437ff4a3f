"""A game's options: a struct of literals and booleans, from which forms, flags and checks are made."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from wonderland.core.errors import Unreadable, shown
from wonderland.core.fields import Data, at, choice


class Option(NamedTuple):
    """One option of a table: its name, its possible values and its default."""

    name: str
    choices: tuple[Any, ...]
    default: Any

    @property
    def switch(self) -> bool:
        """Whether it is simply on or off."""
        return isinstance(self.default, bool)


def options_of(kind: type[msgspec.Struct]) -> tuple[Option, ...]:
    """The options of a struct, in its order.

    >>> from wonderland.games.nimble.state import Options
    >>> [option.name for option in options_of(Options)]
    ['errors', 'assist']
    """
    hints = get_type_hints(kind)
    return tuple(
        Option(field.name, _choices(kind, field.name, hints[field.name]), field.default)
        for field in msgspec.structs.fields(kind)
    )


def read_options(kind: type[msgspec.Struct], data: Data, game: str) -> Any:
    """The struct with what ``data`` chooses; an unknown option or value is refused by its key."""
    known = {option.name: option for option in options_of(kind)}
    for key, value in data.items():
        with at("at_key", key=key):
            if key not in known:
                raise Unreadable("option_unknown", game=game, key=shown(key))
            choice(value, known[key].choices)
    return kind(**data)


def _choices(kind: type, name: str, hint: Any) -> tuple[Any, ...]:
    if hint is bool:
        return (True, False)
    if get_origin(hint) is Literal:
        return get_args(hint)
    raise TypeError(f"{kind.__name__}.{name} must be a bool or a Literal: nothing else can be chosen from")
