"""A house, and time; everything over a direct channel, and by plain ASGI."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.fakes import FakeClock
from server.kit import TestHouse


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(params=["direct", "asgi"])
async def house(request: pytest.FixtureRequest, tmp_path: Path, clock: FakeClock) -> AsyncIterator[TestHouse]:
    async with TestHouse(tmp_path, clock) as house:
        house.direct = request.param == "direct"
        yield house
