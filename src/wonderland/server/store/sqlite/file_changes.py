"""Notices that another process has written to the database, by looking at its write-ahead log: a few microseconds."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

LOOK_SECONDS = 0.005  #: between two looks, after something has changed lately
IDLE_LOOK_SECONDS = 0.02  #: between two looks, after nothing has changed for a while
BUSY_SECONDS = 1.0  #: that while
#: How coarse a file's time may be: a log that was written within this time may be written again without a trace.
FILE_TIME_NS = 20_000_000

Mark = tuple[int, int] | None


class FileChanges:
    """Changes of the file by anybody, this process included."""

    def __init__(self, path: Path) -> None:
        self._wal = f"{path}-wal"
        self._busy_until = 0.0

    def mark(self) -> Mark:
        """The time and the size of the log; None while they cannot tell what comes next."""
        found = self._look()
        return None if abs(time.time_ns() - found[0]) < FILE_TIME_NS else found

    def look_often(self) -> None:
        self._busy_until = asyncio.get_running_loop().time() + BUSY_SECONDS

    async def wait(self, mark: Mark, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (now := loop.time()) < end:
            await asyncio.sleep(min(LOOK_SECONDS if now < self._busy_until else IDLE_LOOK_SECONDS, end - now))
            if mark is None or self._look() != mark:
                self.look_often()
                return

    def _look(self) -> tuple[int, int]:
        try:
            found = os.stat(self._wal)
        except OSError:  # whoever asks the database will be told what is wrong
            return 0, 0
        return found.st_mtime_ns, found.st_size
