"""How long a client may take over what it has begun."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Deadline:
    """Calls back when it is too late; unless it is we who have not said everything, and somebody reads it, however
    slowly.
    """

    def __init__(self, transport: asyncio.Transport, too_late: Callable[[], None]) -> None:
        self._transport = transport
        self._too_late = too_late
        self._timer: asyncio.TimerHandle | None = None
        self._unsent = 0

    @property
    def running(self) -> bool:
        return self._timer is not None

    def start(self, seconds: float) -> None:
        """From now on; an earlier one does not count any more."""
        self.stop()
        self._unsent = self._transport.get_write_buffer_size()
        if self._unsent or not self._transport.is_closing():
            self._timer = asyncio.get_running_loop().call_later(seconds, self._ring, seconds)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _ring(self, seconds: float) -> None:
        if self._transport.get_write_buffer_size() < self._unsent:
            self.start(seconds)
        else:
            self.stop()
            self._too_late()
