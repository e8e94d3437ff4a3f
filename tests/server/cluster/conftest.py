"""Three instances, and time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.cluster.instances import Instances
from server.fakes import FakeClock
from server.stores import CurrentStore, empty


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def postgres(postgres_url: str) -> AsyncIterator[str]:
    """An empty database, on which contexts that are made meanwhile keep their data."""
    CurrentStore.url = postgres_url
    await empty(postgres_url)
    yield postgres_url
    CurrentStore.url = ""


@pytest.fixture
async def instances(postgres: str, redis_url: str, tmp_path: Path, clock: FakeClock) -> AsyncIterator[Instances]:
    async with Instances(tmp_path, clock, redis_url) as instances:
        yield instances
