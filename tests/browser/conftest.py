"""One browser and one server for a worker's tests; each has windows, and where it asks for it a server, of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from browser.kit import Visits, browsing, hosting
from server.process import Server

HERE = Path(__file__).parent


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "own_server: the test stops its server, or must be the only one there")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What lasts longer than a test needs a loop that does."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with browsing() as browser:
        yield browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    async with hosting(tmp_path_factory.mktemp("shared") / "data") as server:
        yield server


@pytest_asyncio.fixture(loop_scope="session")
async def own_server(tmp_path: Path) -> AsyncIterator[Server]:
    async with hosting(tmp_path / "data") as server:
        yield server


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Server:
    own = request.node.get_closest_marker("own_server")
    server: Server = request.getfixturevalue("own_server" if own else "shared_server")
    return server


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser, server: Server) -> AsyncIterator[Visits]:
    visits = Visits(browser, server)
    yield visits
    await visits.leave()
    assert not visits.complaints
