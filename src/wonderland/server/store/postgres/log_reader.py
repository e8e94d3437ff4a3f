"""A connection of its own to read what other instances have appended: one statement and one round trip.

Of instances that have the same table in memory, each reads what another has written, a few entries at a time. In a
transaction of SQLAlchemy's that took four round trips, and several times the processor time of the query itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import asyncpg

from wonderland.server.store.log_rows import LogEntryRow
from wonderland.server.store.postgres.closing import close_connection
from wonderland.server.store.postgres.failures import is_lost
from wonderland.server.store.postgres.log_statements import ENTRIES_AFTER

READ_TIMEOUT_SECONDS = 10.0  #: after which a connection that does not answer counts as lost


class LogReader:
    """Reads one query after the other; connects when it is first needed, and again when the connection is lost."""

    def __init__(self, connect: Callable[[], Awaitable[asyncpg.Connection]]) -> None:
        self._connect = connect
        self._connection: asyncpg.Connection | None = None
        self._closed = False
        self._turn = asyncio.Lock()

    async def entries_after(self, versions: Mapping[str, int]) -> list[LogEntryRow]:
        """By table, the entries after the one of that number. Raises the driver's error."""
        async with self._turn:
            try:
                return await self._read(versions)
            except Exception as problem:
                if not is_lost(problem) or self._closed:
                    raise
                return await self._read(versions)  # over a new connection: the old one may have ended while it was idle

    async def _read(self, versions: Mapping[str, int]) -> list[LogEntryRow]:
        connection = await self._open()
        try:
            rows = await connection.fetch(
                ENTRIES_AFTER, list(versions), list(versions.values()), timeout=READ_TIMEOUT_SECONDS
            )
        except BaseException as problem:
            # Also when whoever reads is cancelled: the next one must not get what this one asked for.
            if not isinstance(problem, Exception) or is_lost(problem):
                connection.terminate()
            raise
        return [tuple(row) for row in rows]

    async def close(self) -> None:
        self._closed = True
        async with self._turn:
            connection, self._connection = self._connection, None
            if connection:
                await close_connection(connection)

    async def _open(self) -> asyncpg.Connection:
        if self._closed:
            raise ConnectionError("closed")
        if self._connection is None or self._connection.is_closed():
            connection = await self._connect()
            try:
                # It runs one statement only: planning it anew each time would take longer than running it.
                await connection.execute("SET plan_cache_mode = force_generic_plan", timeout=READ_TIMEOUT_SECONDS)
            except BaseException:
                connection.terminate()
                raise
            self._connection = connection
        return self._connection
