"""The error types: cannot be read, not allowed, too late, not installed.

An error is a message key and its values, so that the terminal, the server and the web app can each show it in the
reader's language. The texts live in ``wonderland/messages``.
"""

from __future__ import annotations

from typing import Self


class WonderlandError(Exception):
    """The base class of all our errors. ``str()`` gives the message in English, ``say(lang)`` in any language.

    >>> print(NotAllowed("refused_unknown_pile", pile=4))
    There is no pile 4; the common piles are 0, 1 and 2.
    """

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values

    def say(self, lang: str) -> str:
        """The sentence in a language."""
        # Imported here: the rules make errors without ever loading a message file.
        from wonderland.messages import say

        values = {
            name: value.say(lang) if isinstance(value, WonderlandError) else value
            for name, value in self.values.items()
        }
        return say(self.key, lang, **values)

    def within(self, place: str, /, **values: object) -> Self:
        """The same error with the place where it happened (``at_move``, ``at_key`` …)."""
        return type(self)(place, problem=self, **values)

    def __str__(self) -> str:
        return self.say("en")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.key, self.values)


class Unreadable(WonderlandError):
    """Cannot be read at all: not a card, not an action, not a record."""


class NotAllowed(WonderlandError):
    """Can be read, but the rules refuse it here and now."""


class NotInstalled(WonderlandError):
    """Something optional is missing on this machine: the message says how to get it."""


class TooLate(NotAllowed):
    """Was allowed a moment ago: the game has ended meanwhile, or another card came first."""


def unknown_seat(seat: int, players: int) -> NotAllowed | None:
    """The refusal of a seat that the table does not have; every game's first check."""
    if 0 <= seat < players:
        return None
    return NotAllowed("refused_unknown_seat", seat=seat, last=players - 1)


def _rebuild(kind: type[WonderlandError], key: str, values: dict[str, object]) -> WonderlandError:
    return kind(key, **values)


def shown(value: object, limit: int = 40) -> str:
    """A value as it may stand in a message: on one line and never long.

    >>> shown("R11")
    '"R11"'
    """
    import json

    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = f"<{type(value).__name__}>"
    text = "".join(char if char.isprintable() else "?" for char in text[: limit * 4])
    return text if len(text) <= limit else text[: limit - 1] + "…"
