"""The store that a test runs on: once SQLite and once PostgreSQL, where it asks for ``store``.

A test that is about SQLite's file says so: ``@pytest.mark.sqlite("why")``.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator

import pytest

from environment import TEST_REDIS
from redis_server import RedisServer
from server.stores import CurrentStore, empty, postgres_database

KINDS = ("sqlite", "postgresql")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "store" in metafunc.fixturenames:
        only = metafunc.definition.get_closest_marker("sqlite")
        metafunc.parametrize("store", ["sqlite"] if only else KINDS, indirect=True)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL database for the tests of this process. When there is none, they fail."""
    with postgres_database(f"wonderland_{os.environ.get('PYTEST_XDIST_WORKER', 'tests')}_{os.getpid()}") as url:
        yield url


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """A Redis that a test may stop, as long as it starts it again."""
    with RedisServer() as server:
        yield server


@pytest.fixture(scope="session")
def redis_url(request: pytest.FixtureRequest) -> str:
    """A Redis for the tests of this process. When there is none, they fail."""
    return os.environ.get(TEST_REDIS) or str(request.getfixturevalue("redis_server").url)


@pytest.fixture
async def store(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """The kind of store; contexts that are made meanwhile keep their data there (``stores.make_database``)."""
    if request.param == "postgresql":
        CurrentStore.url = request.getfixturevalue("postgres_url")
        await empty(CurrentStore.url)
    yield request.param
    CurrentStore.url = ""
