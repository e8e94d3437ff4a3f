"""For databases that tell nobody what has changed: ask them often while there is something to do, seldom otherwise."""

from __future__ import annotations

import asyncio

MIN_POLL_SECONDS = 0.01
MAX_POLL_SECONDS = 0.25
BUSY_SECONDS = 2.0  #: how long it is polled often after there was something to do
SLOWING_FACTOR = 1.5  #: from poll to poll afterwards


class PolledChanges:
    """Says after a while that something may have changed."""

    def __init__(self) -> None:
        self._busy_until = 0.0
        self._poll = MAX_POLL_SECONDS

    def mark(self) -> None:
        return None

    async def wait(self, mark: None, seconds: float) -> None:
        if asyncio.get_running_loop().time() >= self._busy_until:
            self._poll = min(MAX_POLL_SECONDS, self._poll * SLOWING_FACTOR)
        await asyncio.sleep(min(self._poll, seconds))

    def stir(self) -> None:
        self._busy_until = asyncio.get_running_loop().time() + BUSY_SECONDS
        self._poll = MIN_POLL_SECONDS
