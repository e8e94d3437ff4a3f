"""Readiness means: what is done now would be kept."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.fakes import FakeClock
from wonderland.server.admin import readiness
from wonderland.server.admin.readiness import Readiness, ReadinessCheck
from wonderland.server.context import ServerContext
from wonderland.server.settings import Settings

SLOW = Readiness(False, ("database_slow",))


async def test_a_locked_database_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "DATABASE_TIMEOUT_SECONDS", 30.0)
    clock = FakeClock()
    async with ServerContext(Settings(data=tmp_path), clock) as context:
        asked = ReadinessCheck(context)
        assert await asked.ready() == Readiness(True)
        clock.advance(readiness.MAX_AGE_MS)
        with closing(sqlite3.connect(tmp_path / "wonderland.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            monkeypatch.setattr(readiness, "DATABASE_TIMEOUT_SECONDS", 0.2)
            assert await asked.ready() == SLOW
            other.execute("ROLLBACK")
        assert await asked.ready() == SLOW, "the answer holds for a second"
        clock.advance(readiness.MAX_AGE_MS)
        monkeypatch.setattr(readiness, "DATABASE_TIMEOUT_SECONDS", 30.0)
        assert await asked.ready() == Readiness(True)


async def test_a_server_that_stops_is_not_ready(tmp_path: Path) -> None:
    async with ServerContext(Settings(data=tmp_path)) as context:
        await context.journal.close()
        assert await ReadinessCheck(context).ready() == Readiness(False, ("stopping",))


async def test_a_balancer_sends_nobody_more_to_a_server_that_is_about_to_stop(tmp_path: Path) -> None:
    """What is already connected is served meanwhile, and saved."""
    async with ServerContext(Settings(data=tmp_path)) as context:
        await context.drain()
        assert await ReadinessCheck(context).ready() == Readiness(False, ("stopping",))
        await context.people.guest("Ann")
