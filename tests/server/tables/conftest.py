"""A house, and time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.fakes import FakeClock
from server.kit import TestHouse


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def house(tmp_path: Path, clock: FakeClock) -> AsyncIterator[TestHouse]:
    async with TestHouse(tmp_path, clock) as house:
        yield house
