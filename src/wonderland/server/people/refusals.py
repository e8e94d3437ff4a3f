"""Why somebody may not: we do not know them, it is not theirs, it is not there, or it was too often."""

from __future__ import annotations

from wonderland.core.errors import NotAllowed


class Limited(NotAllowed):
    """Too often; after ``seconds`` it may be tried again."""

    def __init__(self, key: str = "limit_reached", /, *, seconds: int) -> None:
        super().__init__(key, seconds=seconds)
        self.seconds = seconds


class Nobody(NotAllowed):
    """It takes somebody we know, and we do not know who asks."""


class Forbidden(NotAllowed):
    """We know who asks, and they may not."""


class Unknown(NotAllowed):
    """It is not there, or the actor may not know that it is."""
