"""Running Python's cycle collector by the clock, and not in the middle of an action.

Reference counting frees nearly all of our objects. Closed connections are left: their objects refer to each other, and
by Python's own rule, which counts new objects, thousands of them could wait for hours.
"""

from __future__ import annotations

import asyncio
import gc
from time import thread_time

MIN_INTERVAL_SECONDS = 60.0  #: between two collections
MAX_TIME_SHARE = 1_000  #: a collection may take at most one part in this many of the time
#: Python's own thresholds, for a storm of connections between two collections.
GC_THRESHOLD = (50_000, 50, 100)


class GarbageCollector:
    """Collects at intervals that grow with what a collection costs."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Freeze the objects that exist now: they live as long as the server."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLD)
        self._wait(0.0)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()

    def _wait(self, spent: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(
            max(MIN_INTERVAL_SECONDS, spent * MAX_TIME_SHARE), self._collect
        )

    def _collect(self) -> None:
        begun = thread_time()
        gc.collect()
        self._wait(thread_time() - begun)
