"""``wonderland admin`` beside a running instance: it reaches it, or says why not; and it makes and migrates nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from commands import refusal, wonderland
from redis_server import RedisServer
from server.cluster.processes import cluster
from server.process import Server
from server.stores import execute
from wonderland.server.hosting.server_secrets import SECRETS_FILE, load_or_create


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    """One for this test alone."""
    with RedisServer() as server:
        yield server


@pytest.fixture
async def server(postgres: str, redis: RedisServer, tmp_path: Path) -> AsyncIterator[Server]:
    """The only instance, whose secrets are not in its folder."""
    async with cluster(tmp_path, postgres, redis.url, number=1) as balancer:
        yield balancer.servers[0]


@pytest.fixture
def elsewhere(postgres: str, redis: RedisServer, tmp_path: Path) -> list[str | Path]:
    """Where an admin on another machine finds everything but the secrets."""
    return ["--data", tmp_path / "elsewhere", "--database", postgres, "--redis", redis.url]


async def guest(server: Server) -> str:
    return str((await server.http.post(server.address + "/api/guest", json={"name": "Ann"})).json()["id"])


async def test_an_admin_needs_the_secrets_of_the_instances(
    server: Server, elsewhere: list[str | Path], tmp_path: Path
) -> None:
    other = tmp_path / "elsewhere"
    assert "holds no secrets of a server" in await asyncio.to_thread(refusal, "admin", "instances", *elsewhere)
    assert not (other / SECRETS_FILE).exists(), "and none are made"
    load_or_create(other)
    said = await asyncio.to_thread(refusal, "admin", "instances", *elsewhere)
    assert "the other instances have other secrets" in said
    # On the instance's own machine its folder tells where they are.
    done = await asyncio.to_thread(wonderland, "admin", "instances", "--json", "--data", server.data)
    assert [one["status"] for one in json.loads(done.stdout)["instances"]] == ["serving"]


async def test_it_says_when_an_instance_was_not_told(
    server: Server, redis: RedisServer, elsewhere: list[str | Path], tmp_path: Path
) -> None:
    ann, secrets = await guest(server), ("--secrets", tmp_path / "secrets")
    done = await asyncio.to_thread(wonderland, "admin", "mute", ann, *elsewhere, *secrets)
    assert (done.returncode, done.stdout, done.stderr) == (0, "Done.\n", "")
    redis.let_publish(False)
    done = await asyncio.to_thread(wonderland, "admin", "ban", ann, *elsewhere, *secrets)
    assert (done.returncode, done.stdout) == (0, "Done.\n")
    assert "Not every running instance has answered." in done.stderr


async def test_a_restore_beside_running_instances_says_what_to_do(
    server: Server, elsewhere: list[str | Path], tmp_path: Path
) -> None:
    file = tmp_path / "backup.db"
    done = await asyncio.to_thread(wonderland, "backup", file, *elsewhere[:4])
    assert done.returncode == 0, done.stderr
    said = await asyncio.to_thread(refusal, "restore", file, *elsewhere[:4])
    assert "restore on its machine with its --data, and stop all other instances first" in said


def test_no_database_is_migrated_by_an_admin(postgres: str, elsewhere: list[str | Path], tmp_path: Path) -> None:
    (newest,) = execute(tmp_path, "SELECT version_num FROM alembic_version")
    execute(tmp_path, "UPDATE alembic_version SET version_num = '0003'")
    try:
        said = refusal("admin", "people", *elsewhere[:4])
        assert "is of an earlier version of Wonderland" in said
        assert execute(tmp_path, "SELECT version_num FROM alembic_version") == [("0003",)]
    finally:
        execute(tmp_path, "UPDATE alembic_version SET version_num = :newest", newest=newest[0])


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ("/99", "refuses the connection: DB index is out of range"),
        ("/0?colour=red", "must be an address like redis://localhost:6379, not"),
    ],
)
def test_what_is_wrong_with_the_address_of_redis_is_said(
    postgres: str, redis: RedisServer, elsewhere: list[str | Path], tmp_path: Path, ending: str, said: str
) -> None:
    load_or_create(tmp_path / "elsewhere")
    address = redis.url.rsplit("/", 1)[0] + ending
    assert said in refusal("admin", "people", *elsewhere[:4], "--redis", address)
