"""What bots draw from: the same after a restart, and a secret of the table."""

from __future__ import annotations

import hashlib

from wonderland.server.tables.moment import Moment


def seed(moment: Moment, seat: int) -> int:
    """A bot's seed in the current game of a table."""
    text = f"{moment.invite}/{moment.number}/{seat}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:6])
