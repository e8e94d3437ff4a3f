"""A server and a browser for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from browser.kit import Visits, browsing, hosting
from server.process import Server


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "data") as server:
        yield server


@pytest.fixture
async def visit(server: Server) -> AsyncIterator[Visits]:
    async with browsing() as browser:
        visits = Visits(browser, server)
        yield visits
        assert not visits.complaints
