"""Both stores pass the kit, with delays and failures too; and the kit finds what is wrong."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from postgres_server import PostgresServer
from server.stores import make_database
from wonderland.server.store.database import Database
from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.journal import Journal
from wonderland.server.store.log_rows import LogAppend
from wonderland.server.store.postgres.database import PostgresDatabase
from wonderland.server.store.sql.sql_store import SqlStore
from wonderland.server.store.sqlite.database import SqliteDatabase
from wonderland.testing.game import NotConforming
from wonderland.testing.scripted_database import ScriptedDatabase
from wonderland.testing.store import OpenStore, check_store


def opening(make: Callable[[], Database], journals: list[Journal] | None = None) -> OpenStore:
    @asynccontextmanager
    async def open_store() -> AsyncIterator[SqlStore]:
        database = make()
        await database.migrate(None)
        await database.open()
        journal = Journal(database)
        journal.start()
        if journals is not None:
            journals.append(journal)
        try:
            yield SqlStore(database, journal)
        finally:
            await journal.close()
            await database.close()

    return open_store


async def test_both_stores_pass(store: str, tmp_path: Path) -> None:
    await check_store(opening(lambda: make_database(tmp_path)))


async def test_delays_and_failures_are_survived(store: str, tmp_path: Path) -> None:
    made: list[ScriptedDatabase] = []

    def make() -> Database:
        made.append(ScriptedDatabase(make_database(tmp_path), seed=len(made), fail_every=3))
        made[-1].failing = False
        return made[-1]

    async def trouble() -> None:
        made[-1].failing = True
        while made[-1].refused < 5:
            await asyncio.sleep(0)
        made[-1].failing = False

    await check_store(opening(make), [trouble])


@pytest.mark.sqlite("locks the file")
async def test_a_file_that_another_program_locks(store: str, tmp_path: Path) -> None:
    journals: list[Journal] = []

    async def trouble() -> None:
        with closing(sqlite3.connect(tmp_path / "wonderland.db", isolation_level=None, timeout=30)) as other:
            other.execute("BEGIN IMMEDIATE")
            while not journals[-1].problem:
                await asyncio.sleep(0)
            other.execute("ROLLBACK")

    await check_store(opening(lambda: make_database(tmp_path), journals), [trouble])


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """One of our own, which may be stopped."""
    with PostgresServer() as server:
        server.psql("CREATE DATABASE kit")
        yield server


async def test_sessions_that_end_and_a_server_that_comes_back(server: PostgresServer) -> None:
    made: list[PostgresDatabase] = []

    def make() -> Database:
        made.append(PostgresDatabase(DatabaseUrl.parse(server.url("kit"))))
        return made[-1]

    async def end_writer() -> None:
        for _ in range(5):
            connection = made[-1].log_writer._connection
            assert connection
            if not connection.is_closed():  # else it is being made again after the last time
                await asyncio.to_thread(server.psql, f"SELECT pg_terminate_backend({connection.get_server_pid()})")

    async def end_all() -> None:
        ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'kit'"
        await asyncio.to_thread(server.psql, ours)

    async def restart() -> None:
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)

    await check_store(opening(make), [end_writer, end_all, restart])


# ---- the kit itself ----------------------------------------------------------------------------------


class Forgetful(SqliteDatabase):
    """Acknowledges what it does not write."""

    async def append(self, appends: Sequence[LogAppend]) -> list[Exception | None]:
        await super().append(appends[:1])
        return [None] * len(appends)


class Careless(SqliteDatabase):
    """Refuses everybody's entries for one table's conflict."""

    async def append(self, appends: Sequence[LogAppend]) -> list[Exception | None]:
        found = await super().append(appends)
        return [next(filter(None, found), None)] * len(appends)


@pytest.mark.parametrize("kind", [Forgetful, Careless])
async def test_the_kit_finds_what_is_wrong(tmp_path: Path, kind: type[SqliteDatabase]) -> None:
    with pytest.raises(NotConforming):
        await check_store(opening(lambda: kind(tmp_path / "wonderland.db", "normal")))
