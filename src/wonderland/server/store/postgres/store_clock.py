"""The time of PostgreSQL, as this machine knows it: so that machines whose clocks differ write the same times."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from wonderland.server.store.postgres.failures import failure_cause

MEASURE_INTERVAL_SECONDS = 30.0
ROUND_TRIPS = 5  #: of one measurement; the quickest counts
STORE_TIME = text("SELECT CAST(extract(epoch FROM clock_timestamp()) AS double precision)")


class StoreClock:
    """Measured now and then by round trips, from there on by this machine's monotonic clock.

    A round trip bounds the difference: the answer was given between its beginning and its end. The middle is taken, so
    the quickest is off by half of it at most.
    """

    def __init__(self, engine: AsyncEngine, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._engine = engine
        self._monotonic = monotonic
        #: The store's time minus the monotonic clock's; this machine's time until the first measurement.
        self._offset = time.time() - monotonic()
        self._task: asyncio.Task[None] | None = None

    def now(self) -> float:
        """Seconds since 1970."""
        return self._monotonic() + self._offset

    async def start(self) -> None:
        await self.measure()
        self._task = asyncio.create_task(self._measure_often(), name="store clock")

    async def stop(self) -> None:
        task, self._task = self._task, None
        if task:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def measure(self) -> None:
        trips = []
        async with self._engine.connect() as connection:
            for _ in range(ROUND_TRIPS):
                begun = self._monotonic()
                store: float = await connection.scalar(STORE_TIME)
                ended = self._monotonic()
                trips.append((ended - begun, store - (begun + ended) / 2))
        _, self._offset = min(trips)

    async def _measure_often(self) -> None:
        while True:
            await asyncio.sleep(MEASURE_INTERVAL_SECONDS)
            try:
                await self.measure()
            except Exception as problem:
                # The last measurement stays right while the database cannot be reached.
                if failure_cause(problem) == "unknown":
                    raise
