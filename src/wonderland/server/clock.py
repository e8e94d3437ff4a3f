"""Time, passed in: the server never asks the system for it anywhere else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """Something that will happen, unless it is cancelled first."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Milliseconds since 1970, and alarms."""

    def now(self) -> int: ...

    def at(self, when: int, ring: Callable[[], object]) -> Alarm:
        """Call ``ring`` once that time has come; at once if it has passed, but never before this returns."""
        ...


class SystemClock:
    """The machine's time. It never goes back, even when somebody sets the machine's clock."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> int:
        return int((time.monotonic() + self._offset) * 1000)

    def at(self, when: int, ring: Callable[[], object]) -> Alarm:
        loop = asyncio.get_running_loop()
        seconds = (when - self.now()) / 1000
        return loop.call_later(max(0.0, seconds), ring)
