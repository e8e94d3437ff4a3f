"""PostgreSQL restarts, refuses, or is cut off during a commit: no answer is wrong, and nothing is written twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from postgres_server import PostgresServer
from server.store.cutting_proxy import CuttingProxy
from server.stores import empty
from wonderland.server.errors import LogConflict, NotRead, NotSaved
from wonderland.server.store.database import CommitInDoubt
from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.journal import Journal
from wonderland.server.store.log_rows import LogAppend
from wonderland.server.store.postgres import log_writer, works
from wonderland.server.store.postgres.database import PostgresDatabase

INSERT_LINE = text("INSERT INTO chat (table_id, number, at, name, text) VALUES ('t', :number, 0, 'Ann', 'hello')")


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """One of our own, which may be stopped."""
    with PostgresServer() as server:
        server.psql("CREATE DATABASE faults OWNER carpenter")
        yield server


@pytest.fixture
async def proxy(server: PostgresServer) -> AsyncIterator[CuttingProxy]:
    async with CuttingProxy(server.port).running() as proxy:
        yield proxy


@pytest.fixture
async def database(server: PostgresServer, proxy: CuttingProxy) -> AsyncIterator[PostgresDatabase]:
    """Reached over the proxy."""
    address = server.url_by_password("faults").replace(f":{server.port}/", f":{proxy.port}/")
    # Encrypted, nobody in between could see what is sent.
    database = PostgresDatabase(DatabaseUrl.parse(address + "?sslmode=disable"))
    await database.migrate(None)
    await empty(server.url("faults"))
    await database.open()
    yield database
    await database.close()


def entries(table: str, *numbers: int) -> LogAppend:
    return LogAppend([(table, number, 5, b"entry %d" % number) for number in numbers])


async def in_log(server: PostgresServer, table: str) -> list[int]:
    connection = await asyncpg.connect(server.url("faults"))
    rows = await connection.fetch("SELECT number FROM log WHERE table_id = $1 ORDER BY number", table)
    await connection.close()
    return [number for (number,) in rows]


async def until(check: Any, expected: Any) -> None:
    while await check() != expected:
        await asyncio.sleep(0.01)  # another process does it


class Lines:
    """A work that writes the next line, and counts how often it ran."""

    def __init__(self) -> None:
        self.runs = 0

    async def __call__(self, connection: AsyncConnection) -> int:
        self.runs += 1
        number = int(await connection.scalar(text("SELECT count(*) FROM chat"))) + 1
        await connection.execute(INSERT_LINE, {"number": number})
        return number


async def lines(server: PostgresServer) -> int:
    return int(server.psql("SELECT count(*) FROM chat", "faults"))


# ---- a commit in doubt -------------------------------------------------------------------------------


async def test_entries_whose_answer_was_lost_are_found(
    server: PostgresServer, proxy: CuttingProxy, database: PostgresDatabase
) -> None:
    await database.append([entries("t", 1)])
    proxy.watch(b"entry 2")
    writing = asyncio.ensure_future(database.append([entries("t", 2), entries("u", 1)]))
    await proxy.seen.wait()
    await until(lambda: in_log(server, "t"), [1, 2])
    proxy.cut()
    assert await writing == [None, None]
    assert await in_log(server, "t") == [1, 2]


async def test_entries_that_did_not_arrive_are_written_again(
    server: PostgresServer, proxy: CuttingProxy, database: PostgresDatabase
) -> None:
    await database.append([entries("t", 1)])
    proxy.watch(b"entry 2", cut_before=True)
    assert await database.append([entries("t", 2, 3)]) == [None]
    assert await in_log(server, "t") == [1, 2, 3]


async def test_a_session_that_still_writes_is_ended_before_the_log_is_read(
    server: PostgresServer, proxy: CuttingProxy, database: PostgresDatabase
) -> None:
    """It waits for somebody else's transaction, and would write once that is over."""
    other = await asyncpg.connect(server.url("faults"))
    blocking = other.transaction()
    await blocking.start()
    await other.execute("INSERT INTO log VALUES ('t', 1, 5, 'theirs')")
    proxy.watch(b"entry 1")
    writing = asyncio.ensure_future(database.append([entries("t", 1), entries("u", 1)]))
    await proxy.seen.wait()
    waiting = "FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT%'"
    await until(lambda: asyncio.to_thread(server.psql, f"SELECT count(*) {waiting}"), "1")
    session = await asyncio.to_thread(server.psql, f"SELECT pid {waiting}")
    proxy.cut()
    # That session ends. The next one may wait for the same transaction at once: counting those that wait would not do.
    ended = f"SELECT count(*) FROM pg_stat_activity WHERE pid = {session}"
    await until(lambda: asyncio.to_thread(server.psql, ended), "0")
    await blocking.commit()
    await other.close()
    problems = await writing
    assert isinstance(problems[0], LogConflict), "somebody else has it"
    assert problems[1] is None
    assert await in_log(server, "u") == [1]


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_work_counts_once_whatever_becomes_of_its_commit(
    server: PostgresServer, proxy: CuttingProxy, database: PostgresDatabase, arrives: bool
) -> None:
    work = Lines()
    proxy.watch(b"COMMIT", cut_before=not arrives)
    writing = asyncio.ensure_future(database.transact([work]))
    await proxy.seen.wait()
    if arrives:
        await until(lambda: lines(server), 1)
        proxy.cut()
    assert await writing == [(1, None)]
    assert await lines(server) == 1
    assert work.runs == (1 if arrives else 2)


async def test_what_cannot_be_found_out_is_not_answered(
    server: PostgresServer, proxy: CuttingProxy, database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (log_writer, works):
        monkeypatch.setattr(module, "IN_DOUBT_SECONDS", 0)
    await database.append([entries("t", 1)])
    journal = Journal(database)
    journal.start()
    ended: asyncio.Future[BaseException] = asyncio.get_running_loop().create_future()
    journal.on_failure.append(ended.set_result)
    told: list[NotSaved | None] = []
    proxy.watch(b"entry 2")
    journal.append(entries("t", 2).rows, told.append)
    await proxy.seen.wait()
    server.stop()
    try:
        assert isinstance(await ended, CommitInDoubt)
        assert told == []
    finally:
        server.start()
    await journal.close()


# ---- lost, refused, and back again -------------------------------------------------------------------


async def test_a_restart_refuses_and_goes_on(server: PostgresServer, database: PostgresDatabase) -> None:
    await database.append([entries("t", 1)])
    assert await database.transact([Lines()]) == [(1, None)]
    server.stop()
    try:
        connection = database.log_writer._connection
        assert connection
        while not connection.is_closed():
            await asyncio.sleep(0)
        with pytest.raises(NotSaved) as refused:
            await database.append([entries("t", 2)])
        assert refused.value.key == "not_saved_unreachable"
        with pytest.raises(NotSaved) as refused:
            await database.transact([Lines()])
        assert refused.value.key == "not_saved_unreachable"
        with pytest.raises(NotRead):
            async with database.reading():
                pass
    finally:
        server.start()
    assert await database.append([entries("t", 2)]) == [None]
    assert await database.transact([Lines()]) == [(2, None)]
    async with database.reading() as reader:
        assert await reader.scalar(text("SELECT max(number) FROM log")) == 2


async def test_a_session_that_the_admin_ends_is_replaced(server: PostgresServer, database: PostgresDatabase) -> None:
    await database.append([entries("t", 1)])
    assert await database.transact([Lines()]) == [(1, None)]
    server.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'carpenter'")
    assert await database.append([entries("t", 2)]) == [None]
    assert await database.transact([Lines()]) == [(2, None)]


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("53100", "not_saved_full"),
        ("25006", "not_saved_read_only"),
        ("58030", "not_saved_io"),
        ("XX001", "not_saved_damaged"),
        ("55P03", "not_saved_locked"),
        ("54000", "not_saved"),
    ],
)
async def test_what_postgresql_refuses_is_told_by_its_code(
    server: PostgresServer, database: PostgresDatabase, code: str, key: str
) -> None:
    """Nothing is written, and nobody waits; afterwards all is as before."""
    server.psql(
        "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION 'in whatever words' USING ERRCODE = '{code}'; END $$; "
        "CREATE TRIGGER refuse BEFORE INSERT ON log FOR EACH STATEMENT EXECUTE FUNCTION refuse(); "
        "CREATE TRIGGER refuse BEFORE INSERT ON chat FOR EACH STATEMENT EXECUTE FUNCTION refuse()",
        "faults",
    )
    try:
        with pytest.raises(NotSaved) as refused:
            await database.append([entries("t", 1)])
        assert refused.value.key == key
        ((result, problem),) = await _results(database)
        assert result is None
        assert not isinstance(problem, NotSaved) or problem.key == key
    finally:
        server.psql("DROP FUNCTION refuse CASCADE", "faults")
    assert await database.append([entries("t", 1)]) == [None]


async def _results(database: PostgresDatabase) -> list[tuple[Any, Exception | None]]:
    try:
        return await database.transact([Lines()])
    except NotSaved as problem:
        return [(None, problem)]


async def test_too_many_connections(server: PostgresServer, database: PostgresDatabase) -> None:
    server.psql("ALTER ROLE carpenter CONNECTION LIMIT 0")
    try:
        server.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'carpenter'")
        connection = database.log_writer._connection
        assert connection
        while not connection.is_closed():
            await asyncio.sleep(0)
        with pytest.raises(NotSaved) as refused:
            await database.append([entries("t", 1)])
        assert refused.value.key == "not_saved_connections"
    finally:
        server.psql("ALTER ROLE carpenter CONNECTION LIMIT -1")
    assert await database.append([entries("t", 1)]) == [None]
