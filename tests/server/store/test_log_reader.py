"""Following the log on a connection of its own: it may be lost at any time, and whoever reads may be cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.postgres.log_reader import LogReader
from wonderland.server.store.postgres.log_statements import ENTRIES_AFTER

ENTRIES = [("one", 1, 10, b"a"), ("one", 2, 11, b"b"), ("two", 1, 12, b"c")]


class Connections:
    """Real connections, which are remembered."""

    def __init__(self, postgres: DatabaseUrl) -> None:
        self._dsn = postgres.dsn
        self.made: list[asyncpg.Connection] = []
        self.refused = False

    async def connect(self) -> asyncpg.Connection:
        if self.refused:
            raise ConnectionRefusedError
        self.made.append(await asyncpg.connect(self._dsn))
        return self.made[-1]


@pytest.fixture
async def other(postgres: DatabaseUrl) -> AsyncIterator[asyncpg.Connection]:
    """Somebody else's connection, which has written some entries."""
    connection = await asyncpg.connect(postgres.dsn)
    await connection.executemany(
        "INSERT INTO tables (id, game, phase, public, host, joinable, version, summary, created, touched, unreadable) "
        "VALUES ($1, 'parade', 'playing', FALSE, 'ann', FALSE, 1, '', 0, 0, FALSE)",
        [("one",), ("two",)],
    )
    await connection.executemany("INSERT INTO log (table_id, number, at, entry) VALUES ($1, $2, $3, $4)", ENTRIES)
    yield connection
    await connection.close()


@pytest.fixture
def connections(postgres: DatabaseUrl) -> Connections:
    return Connections(postgres)


@pytest.fixture
async def reader(connections: Connections, other: asyncpg.Connection) -> AsyncIterator[LogReader]:
    reader = LogReader(connections.connect)
    yield reader
    await reader.close()
    assert all(connection.is_closed() for connection in connections.made)


async def test_what_is_new_of_each_table(reader: LogReader, connections: Connections) -> None:
    assert await reader.entries_after({"one": 0, "two": 0, "three": 0}) == ENTRIES
    assert await reader.entries_after({"one": 1, "two": 1}) == ENTRIES[1:2]
    assert len(connections.made) == 1


async def test_only_these_entries_are_looked_at(reader: LogReader, other: asyncpg.Connection) -> None:
    """Not the whole log, also where PostgreSQL has no statistics of it."""
    await other.execute(
        "INSERT INTO log (table_id, number, at, entry) "
        "SELECT 'one', number, 0, 'entry' FROM generate_series(3, 20000) number"
    )
    await other.execute(f"PREPARE reading (text[], int[]) AS {ENTRIES_AFTER}")
    await other.execute("SET plan_cache_mode = force_generic_plan")
    plan = [row[0] for row in await other.fetch("EXPLAIN EXECUTE reading (ARRAY['one'], ARRAY[1])")]
    assert any("Index Cond" in line and "table_id" in line and "number" in line for line in plan), plan
    assert not any("Seq Scan" in line for line in plan), plan


async def test_several_at_the_same_time_get_what_each_has_asked_for(reader: LogReader) -> None:
    found = await asyncio.gather(*(reader.entries_after({id: 0}) for id in ("one", "two", "one")))
    assert found == [ENTRIES[:2], ENTRIES[2:], ENTRIES[:2]]


async def test_a_session_that_the_database_has_ended_is_replaced(
    reader: LogReader, connections: Connections, other: asyncpg.Connection
) -> None:
    await reader.entries_after({"one": 0})
    await other.execute("SELECT pg_terminate_backend($1, 5000)", connections.made[0].get_server_pid())
    assert await reader.entries_after({"two": 0}) == ENTRIES[2:]
    assert len(connections.made) == 2


async def test_a_database_that_cannot_be_reached_is_tried_again_next_time(
    reader: LogReader, connections: Connections
) -> None:
    connections.refused = True
    with pytest.raises(ConnectionRefusedError):
        await reader.entries_after({"one": 0})
    connections.refused = False
    assert await reader.entries_after({"one": 0}) == ENTRIES[:2]


async def test_whoever_is_cancelled_leaves_nothing_for_the_next(
    reader: LogReader, connections: Connections, other: asyncpg.Connection
) -> None:
    await reader.entries_after({"one": 0})
    async with other.transaction():
        await other.execute("LOCK TABLE log IN ACCESS EXCLUSIVE MODE")
        first = asyncio.create_task(reader.entries_after({"one": 0}))
        waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        while not await other.fetchval(waits):
            await asyncio.sleep(0)  # lets others run; takes no time
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
    assert await reader.entries_after({"two": 0}) == ENTRIES[2:]


async def test_nothing_is_read_and_no_connection_made_after_closing(
    reader: LogReader, connections: Connections
) -> None:
    await reader.close()
    with pytest.raises(ConnectionError):
        await reader.entries_after({"one": 0})
    assert not connections.made
