"""The store that a test runs on: once SQLite and once PostgreSQL, where it asks for ``store``.

A test that is about SQLite's file says so: ``@pytest.mark.sqlite("why")``. Tests of a ``context`` run on three
instances over PostgreSQL and Redis as well, where each client is connected to another one and each request goes to
another one; a test that is about one process says so: ``@pytest.mark.one_process("why")``.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from environment import TEST_REDIS
from redis_server import RedisServer
from server.cluster.instances import never_dies
from server.stores import CurrentStore, empty, postgres_database

KINDS = ("sqlite", "postgresql")


#: Folders whose tests of a ``context`` run on three instances, too; in the default run these alone.
ON_INSTANCES = ("tables", "sockets", "games", "people", "http")
#: Folders for whose tests on one process it makes no difference which store there is.
ON_ANY_STORE = ("http",)
ON_INSTANCES_BY_DEFAULT = (
    "test_the_same_message_over_another_connection",
    "test_the_next_game_begins_when_everyone_is_ready",
    "test_who_was_away_hears_what_was_said",
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "store" in metafunc.fixturenames:
        metafunc.parametrize("store", _kinds(metafunc), indirect=True)


def _kinds(metafunc: pytest.Metafunc) -> list[Any]:
    definition = metafunc.definition
    if definition.get_closest_marker("sqlite"):
        return ["sqlite"]
    folder = definition.path.parent.name
    kinds = KINDS[:1] if folder in ON_ANY_STORE else KINDS
    if "context" not in metafunc.fixturenames or folder not in ON_INSTANCES:
        return list(kinds)
    if definition.get_closest_marker("one_process"):
        return list(kinds)
    by_default = definition.name in ON_INSTANCES_BY_DEFAULT
    marks = () if by_default else pytest.mark.long("the same on three instances over PostgreSQL and Redis")
    return [*kinds, pytest.param("instances", marks=marks)]


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
    if request.param != "sqlite":
        CurrentStore.url = request.getfixturevalue("postgres_url")
        await empty(CurrentStore.url)
    if request.param == "instances":
        CurrentStore.redis = request.getfixturevalue("redis_url")
        never_dies(request.getfixturevalue("monkeypatch"))
    yield request.param
    CurrentStore.url = CurrentStore.redis = ""
