"""A context, and time; everything over a direct channel, and by plain ASGI."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.fakes import FakeClock
from server.kit import TestContext


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(params=["direct", "asgi"])
async def context(
    request: pytest.FixtureRequest, store: str, tmp_path: Path, clock: FakeClock
) -> AsyncIterator[TestContext]:
    async with TestContext(tmp_path, clock) as context:
        context.direct = request.param == "direct"
        yield context
