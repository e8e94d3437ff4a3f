"""A context with a database file of its own, the app before it, and visitors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from httpx import AsyncClient
from litestar import Litestar

from server.fakes import FakeClock
from server.people.small import SmallContext, app_of, visitor
from server.people.spread import make_small_context, people_of
from wonderland.server.people import People


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def context(store: str, tmp_path: Path, clock: FakeClock) -> AsyncIterator[SmallContext]:
    async with make_small_context(tmp_path, clock) as context:
        yield context


@pytest.fixture
def people(context: SmallContext) -> People:
    found: People = people_of(context)
    return found


@pytest.fixture
def app(context: SmallContext) -> Litestar:
    made: Litestar = app_of(context)
    return made


@pytest.fixture
async def browser(app: Litestar) -> AsyncIterator[AsyncClient]:
    async with visitor(app) as client:
        yield client


@pytest.fixture
async def elsewhere(app: Litestar) -> AsyncIterator[AsyncClient]:
    async with visitor(app, "192.0.2.2") as client:
        yield client
