"""Times are the store's: a machine whose clock is two seconds off writes the same as others would."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from server.games.quick import QuickBots, actor
from server.stores import empty, execute
from wonderland.server.clock import SystemClock
from wonderland.server.context import ServerContext
from wonderland.server.settings import Settings
from wonderland.server.store.postgres.store_clock import StoreClock
from wonderland.server.tables import requests
from wonderland.server.tables.entries import TimeLimit
from wonderland.server.tables.requests import NewSeat, NewTable

NOW = 1_800_000_000.0
TOLERANCE_MS = 1_000  #: far more than a measurement is off, and less than the skew
LIMIT_SECONDS = 600


class Trips:
    """An engine whose answers take as long as scripted, there and back."""

    def __init__(self, *trips: tuple[float, float]) -> None:
        self._trips = list(trips)
        self.monotonic = 100.0

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Trips]:
        yield self

    async def scalar(self, _: object) -> float:
        there, back = self._trips.pop(0)
        self.monotonic += there
        answer = NOW + self.monotonic
        self.monotonic += back
        return answer


async def test_the_quickest_round_trip_counts_by_its_middle() -> None:
    trips = Trips((3.0, 0.1), (0.004, 0.002), (0.1, 2.0), (0.5, 0.5), (0.3, 0.3))
    engine: Any = trips
    clock = StoreClock(engine, lambda: trips.monotonic)
    await clock.measure()
    assert clock.now() == pytest.approx(NOW + trips.monotonic, abs=0.0011)
    trips.monotonic += 7
    assert clock.now() == pytest.approx(NOW + trips.monotonic, abs=0.0011)


@pytest.mark.parametrize("skew", [-2.0, 2.0])
async def test_a_machine_that_is_wrong_writes_the_times_of_the_store(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, skew: float
) -> None:
    await empty(postgres_url)
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + skew)
    settings = Settings(data=tmp_path, database=postgres_url)
    async with ServerContext(settings, bots=QuickBots()) as context:
        assert isinstance(context.clock, SystemClock)

        async def store_time() -> int:
            async with context.database.reading() as connection:
                return int(await connection.scalar(text("SELECT extract(epoch FROM clock_timestamp()) * 1000")))

        before = await store_time()
        ann, bob = [await context.people.guest(name) for name in ("Ann", "Bob")]
        limit = TimeLimit("seconds", LIMIT_SECONDS)
        table = await context.tables.create(
            actor(ann), NewTable("parade", [NewSeat("me"), NewSeat("open")], time_limit=limit)
        )
        await context.tables.append(table, requests.sit(table.now, actor(bob), 1, None))
        await context.journal.wait()
        after = await store_time()
        low, high = before - TOLERANCE_MS, after + TOLERANCE_MS

        assert table.now.phase == "playing"
        turn = table.now.game_state.turn
        deadline = table.now.deadline(turn)
        assert deadline
        assert low <= deadline - LIMIT_SECONDS * 1_000 <= high
        # The countdown of a client: the deadline by the time that the server tells.
        remaining = deadline - context.clock.now()
        assert (LIMIT_SECONDS * 1_000) - (after - before) - 2 * TOLERANCE_MS <= remaining <= LIMIT_SECONDS * 1_000
        assert context.clock.seconds_until(deadline) == pytest.approx(remaining / 1_000, abs=1)
        monkeypatch.setattr("server.stores.CurrentStore.url", postgres_url)
        times = [at for (at,) in execute(tmp_path, "SELECT at FROM log ORDER BY number")]
        assert times == sorted(times)
        assert low <= times[0] <= times[-1] <= high
