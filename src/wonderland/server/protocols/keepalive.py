"""Pings, by which we notice that a client is gone though nothing tells us: a cable was pulled, a phone sleeps."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

PING_INTERVAL_SECONDS = 10.0  #: who has not answered a ping by the next is gone; browsers answer by themselves


class Keepalive:
    """Sends pings, and calls back when one was not answered."""

    def __init__(self, ping: Callable[[bytes], None], gone: Callable[[], None]) -> None:
        self._ping = ping
        self._gone = gone
        self._unanswered: bytes | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(PING_INTERVAL_SECONDS, self._next)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def hear_pong(self, data: bytes) -> None:
        """What nobody asked for, or asked for long ago, does not count."""
        if data == self._unanswered:
            self._unanswered = None

    def _next(self) -> None:
        if self._unanswered is not None:
            self._gone()
            return
        self._unanswered = os.urandom(4)
        self._ping(self._unanswered)
        self.start()
