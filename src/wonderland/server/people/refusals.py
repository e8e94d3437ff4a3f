"""Why somebody may not: we do not know them, it is not theirs, or it is not there."""

from __future__ import annotations

from wonderland.core.errors import NotAllowed


class Nobody(NotAllowed):
    """It takes somebody we know, and we do not know who asks."""


class Forbidden(NotAllowed):
    """We know who asks, and they may not."""


class Unknown(NotAllowed):
    """It is not there, or the asker may not know that it is."""
