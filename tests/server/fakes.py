"""Time that passes only when a test says so, and tables that stay in memory while it does."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from sqlalchemy import select

from wonderland.server.context import ServerContext
from wonderland.server.store.sql.schema import tables

YEARS_MS = 10**12


async def keep_tables(context: ServerContext) -> None:
    """Load every open table, as if somebody came to each, and let none be dropped from memory."""
    context.tables.idle_after_ms = YEARS_MS
    async with context.database.reading() as connection:
        ids = (await connection.execute(select(tables.c.id).where(tables.c.phase != "closed"))).scalars().all()
    for id in ids:
        await context.tables.load_or_none(id)


class FakeAlarm:
    def __init__(self, ring: Callable[[], object]) -> None:
        self.ring: Callable[[], object] | None = ring

    def cancel(self) -> None:
        self.ring = None


class FakeClock:
    """A clock that stands still until ``advance``; alarms ring in the order of their times."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        self._now = now
        self._alarms: list[tuple[int, int, FakeAlarm]] = []
        self._order = count()
        self.on_jump: list[Callable[[int], object]] = []

    def now(self) -> int:
        return self._now

    def at(self, when: int, ring: Callable[[], object]) -> FakeAlarm:
        alarm = FakeAlarm(ring)
        heappush(self._alarms, (when, next(self._order), alarm))
        return alarm

    def advance(self, milliseconds: int) -> None:
        end = self._now + milliseconds
        while self._alarms and self._alarms[0][0] <= end:
            when, _, alarm = heappop(self._alarms)
            self._now = max(self._now, when)
            if alarm.ring:
                alarm.ring()
        self._now = end

    def jump(self, milliseconds: int) -> None:
        """The machine's clock is put ahead: no time has passed, and it is later."""
        self._now += milliseconds
        for listener in self.on_jump:
            listener(milliseconds)

    def start(self, at_least: int) -> int:
        behind = max(0, at_least - self._now)
        self._now += behind
        return behind

    def stop(self) -> None:
        """There is nothing that it follows."""

    @property
    def next(self) -> int | None:
        """When the next alarm rings."""
        while self._alarms and self._alarms[0][2].ring is None:
            heappop(self._alarms)
        return self._alarms[0][0] if self._alarms else None
