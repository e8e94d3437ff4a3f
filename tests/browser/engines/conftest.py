"""A page in each engine; what it complains of fails the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
import pytest_asyncio

from browser.engines.chromium import chromium
from browser.engines.firefox import firefox
from browser.engines.page import Page
from browser.engines.webkit import webkit

Engine = Callable[[Path], AbstractAsyncContextManager[Page]]


@pytest_asyncio.fixture(loop_scope="session", params=[chromium, firefox, webkit], ids=lambda engine: engine.__name__)
async def page(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Page]:
    engine: Engine = request.param
    profile = tmp_path / "profile"
    profile.mkdir()
    async with engine(profile) as page:
        yield page
    assert not page.complaints
