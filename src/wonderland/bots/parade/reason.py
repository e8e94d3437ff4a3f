"""A reason for a move: a message key and its values, so that it can be said in every language."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wonderland.messages import say
from wonderland.messages.lists import listed


class Reason(msgspec.Struct, frozen=True):
    """What a move does, as a sentence about the player who makes it.

    >>> Reason("why_gains", {"colour": "B", "own": 4, "other": 2}).say("en")
    'gains the majority of blue, 4 to 2: these cards count 1 each'
    """

    key: str
    values: Mapping[str, object] = {}

    def say(self, lang: str) -> str:
        return say(self.key, lang, **{name: _say_value(name, value, lang) for name, value in self.values.items()})


def _say_value(name: str, value: object, lang: str) -> object:
    if name == "colour":
        return say(f"colour_{value}", lang)
    if name == "colours":
        return listed([say(f"colour_{letter}", lang) for letter in str(value)], lang)
    return listed(value, lang) if isinstance(value, (tuple, list)) else value  # a list where it was read from JSON
