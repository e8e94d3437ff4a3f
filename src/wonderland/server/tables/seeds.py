"""Seeds of bots: the same after a restart, and unpredictable without the server's secret."""

from __future__ import annotations

import hmac

from wonderland.server.tables.state import TableState


def bot_seed(state: TableState, seat: int, secret: bytes) -> int:
    """A bot's seed in the current game of a table."""
    text = f"{state.id}/{state.number}/{seat}".encode()
    return int.from_bytes(hmac.digest(secret, text, "sha256")[:6])
