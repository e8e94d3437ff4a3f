"""When Python looks for garbage: by the clock, and not in the middle of an action.

Nearly all of ours goes by itself, when its last reference does. What is left are closed connections, whose objects
refer to each other: by Python's own rule, which counts new objects, thousands of them would wait for hours.
"""

from __future__ import annotations

import asyncio
import gc
from time import thread_time

MIN_INTERVAL_SECONDS = 60.0  #: between two collections
MAX_TIME_SHARE = 1_000  #: a collection may take one part in so many of the time
#: Python's own rule: after so many new objects, for a storm of connections between two collections.
GC_THRESHOLD = (50_000, 50, 100)


class GarbageCollector:
    """Collects at intervals that grow with what a collection costs."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Everything that is there now stays for good, and is never looked at again."""
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
