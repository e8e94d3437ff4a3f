"""A PostgreSQL database read as it was at one moment, and one that is filled, or replaced, in one transaction."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
from sqlalchemy import Integer, String, Table, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from wonderland.core.errors import NotAllowed
from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.postgres import migration
from wonderland.server.store.postgres.failures import UsedElsewhere, opening_error
from wonderland.server.store.postgres.log_writer import LOCK_KEY
from wonderland.server.store.sql.copying import Row, Target
from wonderland.server.store.sql.schema import metadata

LOCK_TIMEOUT_SECONDS = 30  #: to wait for others' transactions
MAX_INTEGER = 2**31 - 1  #: of a column of the type ``Integer``
TRY_LOCK = text("SELECT pg_try_advisory_lock(:key)")


@asynccontextmanager
async def snapshot(url: DatabaseUrl, alone: bool) -> AsyncIterator[tuple[AsyncConnection, str | None]]:
    """A connection that can change nothing, and for which nothing changes; and the revision, None of nothing.

    ``alone``: refuse a database that a server uses, and let none use it meanwhile.
    """
    async with _engine(url, "REPEATABLE READ") as engine, engine.connect() as connection:
        await connection.execute(text("SET TRANSACTION READ ONLY"))
        if alone:
            await _keep_servers_out(connection)
        # The first query decides which moment it is.
        yield connection, await migration.revision(connection, url)


@asynccontextmanager
async def locked(url: DatabaseUrl, alone: bool) -> AsyncIterator[AsyncConnection]:
    """A connection to a database of the newest revision, in a transaction that keeps everybody else out.

    It is committed when the block ends. Without ``alone`` a server may use the database before and afterwards.
    """
    # Nobody else can change anything, so each statement may see the newest.
    async with _engine(url, "READ COMMITTED") as engine:
        await migration.migrate(engine, url)
        async with engine.connect() as connection, connection.begin():
            if alone:
                await _keep_servers_out(connection)
            # Waits for others' transactions, but not for ever.
            await connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT_SECONDS}s'"))
            await connection.execute(text(f"LOCK TABLE {_names()} IN ACCESS EXCLUSIVE MODE"))
            yield connection


def target(connection: AsyncConnection) -> Target:
    """The database as one that is filled."""
    return Target(connection, lambda table, rows: _insert(connection, table, rows))


@asynccontextmanager
async def closing_cursors(connection: AsyncConnection) -> AsyncIterator[None]:
    """What is read in here leaves no open cursor in the transaction: TRUNCATE would refuse."""
    part = await connection.begin_nested()
    try:
        yield
    finally:
        await part.rollback()


async def remove_all_rows(connection: AsyncConnection) -> None:
    await connection.execute(text(f"TRUNCATE {_names()}"))


@asynccontextmanager
async def _engine(url: DatabaseUrl, isolation: Any) -> AsyncIterator[AsyncEngine]:
    """What PostgreSQL refuses meanwhile is raised as one sentence for whoever hosts."""
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: asyncpg.connect(url.dsn),
        poolclass=NullPool,
        hide_parameters=True,
        isolation_level=isolation,
    )
    try:
        yield engine
    except (DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError, UsedElsewhere) as problem:
        raise opening_error(problem, url) from None
    except OSError as problem:
        if problem.filename:  # a file, not the connection
            raise
        raise opening_error(problem, url) from None
    finally:
        await engine.dispose()


async def _keep_servers_out(connection: AsyncConnection) -> None:
    """Hold the lock that a server holds, until the connection ends."""
    if not await connection.scalar(TRY_LOCK, {"key": LOCK_KEY}):
        raise UsedElsewhere


def _names() -> str:
    return ", ".join(f'"{table.name}"' for table in metadata.sorted_tables)


async def _insert(connection: AsyncConnection, table: Table, rows: Sequence[Row]) -> None:
    """By COPY, which is several times as fast as INSERT."""
    raw = await connection.get_raw_connection()
    driver: Any = raw.driver_connection
    columns = [column.name for column in table.columns]
    try:
        await driver.copy_records_to_table(table.name, records=rows, columns=columns)
    except (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError, ValueError, OverflowError) as problem:
        # Not the driver's text: it quotes the row.
        raise _refusal(table, rows, problem) from None


def _refusal(table: Table, rows: Sequence[Row], problem: Exception) -> NotAllowed:
    """What SQLite holds and PostgreSQL does not, in words."""
    for row in rows:
        for column, value in zip(table.columns, row, strict=True):
            place = {"table": table.name, "column": column.name}
            if isinstance(value, str) and "\0" in value:
                return NotAllowed("copy_text_with_nul", **place)
            limit = column.type.length if isinstance(column.type, String) else None
            if isinstance(value, str) and limit and len(value) > limit:
                return NotAllowed("copy_text_too_long", **place, length=len(value), limit=limit)
            if type(column.type) is Integer and isinstance(value, int) and abs(value) > MAX_INTEGER:
                return NotAllowed("copy_number_too_large", **place, value=value)
    return NotAllowed("copy_row_refused", table=table.name, problem=type(problem).__name__)
