"""The logs and finished games of a database, one after the other, for whoever replays them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.sql.copying import BATCH_ROWS
from wonderland.server.store.sql.schema import games, log


class StoredLog(NamedTuple):
    """A table's log: the number, the time and the entry of each row."""

    #: The table.
    id: str
    rows: list[tuple[int, int, bytes]]


class StoredGame(NamedTuple):
    """A finished game."""

    id: str
    record: bytes
    result: bytes


async def stored_logs(connection: AsyncConnection) -> AsyncIterator[StoredLog]:
    """The log of every table, whole."""
    query = select(log.c.table_id, log.c.number, log.c.at, log.c.entry).order_by(log.c.table_id, log.c.number)
    current: StoredLog | None = None
    async with connection.stream(query.execution_options(yield_per=BATCH_ROWS)) as result:
        async for id, number, at, entry in result:
            if current is None or current.id != id:
                if current:
                    yield current
                current = StoredLog(id, [])
            current.rows.append((number, at, entry))
    if current:
        yield current


async def stored_games(connection: AsyncConnection) -> AsyncIterator[StoredGame]:
    """The record and the result of every finished game."""
    query = select(games.c.id, games.c.record, games.c.result).execution_options(yield_per=BATCH_ROWS)
    async with connection.stream(query) as result:
        async for row in result:
            yield StoredGame(*row)
