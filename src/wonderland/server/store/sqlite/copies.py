"""A database file read as it was at one moment, and a new one that is filled in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, MetaData, Table, event, insert, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from wonderland.core.errors import NotAllowed
from wonderland.server.store.migration import migrate, newest_revision
from wonderland.server.store.sql.copying import Row, Target
from wonderland.server.store.sql.schema import metadata
from wonderland.server.store.sqlite import backup


@asynccontextmanager
async def snapshot(path: Path) -> AsyncIterator[tuple[AsyncConnection, str | None]]:
    """A connection that can change nothing, and for which nothing changes; and the revision.

    A file that is not there is not made.
    """
    found = await asyncio.to_thread(backup.revision, path)
    if found is None:
        raise NotAllowed("migrate_nothing", database=path)
    engine = _engine(path, {"mode": "ro"}, "BEGIN")
    try:
        async with engine.connect() as connection:
            # The first query decides which moment it is.
            yield connection, await connection.scalar(text("SELECT version_num FROM alembic_version"))
    except DBAPIError as problem:
        if not isinstance(problem.orig, sqlite3.Error):
            raise  # of the other database
        raise backup.backup_error(path, problem.orig) from None
    finally:
        await engine.dispose()


@asynccontextmanager
async def new_database(path: Path, revision: str | None = None) -> AsyncIterator[Target]:
    """A file of a revision, else the newest, which gets its name at the end: complete, or not there at all."""
    if path.exists():
        raise NotAllowed("backup_exists", file=path)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with backup.unfinished(path) as fresh:
        await asyncio.to_thread(migrate, fresh, None, revision)
        # Before it is complete it is of no use to anybody: nothing needs to be flushed until then.
        engine = _engine(fresh, {}, "BEGIN IMMEDIATE", "PRAGMA synchronous = OFF")
        try:
            async with engine.connect() as connection:
                old = revision not in (None, newest_revision())
                tables = await connection.run_sync(_tables_there) if old else metadata.sorted_tables
                yield Target(connection, lambda table, rows: _insert(connection, table, rows, path), tables)
                with _explained(path):
                    await connection.commit()
        finally:
            await engine.dispose()
        await asyncio.to_thread(backup.finish, fresh, path)


def _tables_there(connection: Connection) -> list[Table]:
    """The tables of an older revision: the code knows the newest only."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


async def _insert(connection: AsyncConnection, table: Table, rows: Sequence[Row], path: Path) -> None:
    names = [column.name for column in table.columns]
    with _explained(path):
        await connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except DBAPIError as problem:
        raise backup.backup_error(path, problem.orig or problem) from None


def _engine(path: Path, query: dict[str, str], begin: str, *pragmas: str) -> AsyncEngine:
    name = "file:" + quote(str(path.absolute()))
    url = URL.create("sqlite+aiosqlite", database=name, query={**query, "uri": "true"})
    engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True)

    def prepare(connection: Any, _: object) -> None:
        # The driver would begin transactions by itself, and too late.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (f"PRAGMA busy_timeout = {int(backup.BUSY_TIMEOUT_SECONDS * 1000)}", *pragmas):
            cursor.execute(pragma)
        cursor.close()

    event.listen(engine.sync_engine, "connect", prepare)
    event.listen(engine.sync_engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine
