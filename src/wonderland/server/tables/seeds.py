"""What bots draw from: the same after a restart, and a secret of the house."""

from __future__ import annotations

import hmac

from wonderland.server.tables.moment import Moment


def seed(moment: Moment, seat: int, secret: bytes) -> int:
    """A bot's seed in the current game of a table."""
    text = f"{moment.id}/{moment.number}/{seat}".encode()
    return int.from_bytes(hmac.digest(secret, text, "sha256")[:6])
