"""Hearing of changes in the queue: no connection is left open, whenever the waiting ends."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.postgres.notified_changes import NotifiedChanges
from wonderland.server.store.sql.jobs import JOBS_CHANNEL

WAIT_SECONDS = 30.0


class Connections:
    """Real connections, which are remembered. ``connected`` is set when the first is made, before it is used."""

    def __init__(self, postgres: DatabaseUrl) -> None:
        self._dsn = postgres.dsn
        self.made: list[asyncpg.Connection] = []
        self.connected = asyncio.Event()
        self.may_go_on = asyncio.Event()

    async def connect(self) -> asyncpg.Connection:
        self.made.append(await asyncpg.connect(self._dsn))
        self.connected.set()
        await self.may_go_on.wait()
        return self.made[-1]


@pytest.fixture
def connections(postgres: DatabaseUrl) -> Connections:
    return Connections(postgres)


async def test_a_change_is_heard(connections: Connections, postgres: DatabaseUrl) -> None:
    connections.may_go_on.set()
    changes = NotifiedChanges(connections.connect)
    await changes.wait(changes.mark(), WAIT_SECONDS)  # listens from now on
    mark = changes.mark()
    other = await asyncpg.connect(postgres.dsn)
    await other.execute(f"NOTIFY {JOBS_CHANNEL}")
    await other.close()
    await changes.wait(mark, WAIT_SECONDS)
    assert changes.mark() == mark + 1
    await changes.close()
    assert [connection.is_closed() for connection in connections.made] == [True]


async def test_whoever_is_cancelled_while_the_connection_is_made_leaves_none_open(connections: Connections) -> None:
    changes = NotifiedChanges(connections.connect)
    waiting = asyncio.create_task(changes.wait(changes.mark(), WAIT_SECONDS))
    await connections.connected.wait()
    connections.may_go_on.set()
    # Two steps on, the statement that begins to listen has been sent.
    for _ in range(2):
        await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert [connection.is_closed() for connection in connections.made] == [True]
    await changes.close()


async def test_closing_waits_for_a_connection_that_is_being_made(connections: Connections) -> None:
    changes = NotifiedChanges(connections.connect)
    waiting = asyncio.create_task(changes.wait(changes.mark(), WAIT_SECONDS))
    await connections.connected.wait()
    closing = asyncio.create_task(changes.close())
    await asyncio.sleep(0)
    connections.may_go_on.set()
    await closing
    await waiting
    assert [connection.is_closed() for connection in connections.made] == [True]
