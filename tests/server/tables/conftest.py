"""A context, and time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.cluster.instances import make_context
from server.fakes import FakeClock
from server.kit import TestContext


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def context(store: str, tmp_path: Path, clock: FakeClock) -> AsyncIterator[TestContext]:
    async with make_context(tmp_path, clock) as context:
        yield context
