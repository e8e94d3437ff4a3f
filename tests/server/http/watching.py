"""How long an event loop was held: in CPU time of its own thread, so that a busy machine does not count."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import thread_time
from types import TracebackType
from typing import Self

TICK = 0.001  #: seconds between two looks, when nothing else goes on


class LoopWatch:
    """``async with LoopWatch() as watch`` in the loop that is watched."""

    def __init__(self) -> None:
        #: The most CPU seconds between two looks since the last ``take``.
        self._longest = 0.0
        self._looked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._watch())
        await self.take()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def take(self) -> float:
        """The longest time that the loop did not turn since this was asked last."""
        self._looked.clear()
        await self._looked.wait()
        longest, self._longest = self._longest, 0.0
        return longest

    async def _watch(self) -> None:
        before = thread_time()
        while True:
            await asyncio.sleep(TICK)
            now = thread_time()
            self._longest = max(self._longest, now - before)
            before = now
            self._looked.set()
