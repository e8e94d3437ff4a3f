"""Refusals of the server, on top of those of the games (``wonderland.core.errors``).

Each has a message key and becomes an HTTP status (``http/errors.py``) or a ``refused`` message (``wire/codec.py``).
"""

from __future__ import annotations

from wonderland.core.errors import NotAllowed


class Limited(NotAllowed):
    """A rate limit or another bound is reached; the caller may try again after ``seconds``."""

    def __init__(self, key: str = "limit_reached", /, *, seconds: int) -> None:
        super().__init__(key, seconds=seconds)
        self.seconds = seconds


class NotSignedIn(NotAllowed):
    """Only people we know may do this, and the caller has no valid cookie or token."""


class Forbidden(NotAllowed):
    """We know the caller, who may not do this."""


class Unknown(NotAllowed):
    """It does not exist, or the caller may not know that it does."""


class NotSaved(NotAllowed):
    """It could not be written to disk, so it did not happen. Nothing acknowledged before is lost."""


class LogConflict(NotSaved):
    """Somebody else has taken a number in the log: what they wrote is read first, and then it is decided again."""

    def __init__(self, key: str = "not_saved_conflict", /) -> None:
        super().__init__(key)


class NotRead(NotSaved):
    """The database could not even be read, for one of the same reasons."""
