"""The two stores that the server's tests run on: a file of SQLite in each test's folder, and PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

import asyncpg
from sqlalchemy import NullPool, text
from sqlalchemy.ext.asyncio import create_async_engine

from environment import TEST_POSTGRES
from postgres_server import PostgresServer
from wonderland.server.store.database import Database, Durability, open_database
from wonderland.server.store.database_url import DATABASE_FILE, DatabaseUrl
from wonderland.server.store.sql.schema import metadata
from wonderland.server.store.sqlite.database import SqliteDatabase

#: Rows are deleted, since that takes a hundredth of the time of TRUNCATE; those that point to others first.
EMPTY = "; ".join(f'DELETE FROM "{table.name}"' for table in reversed(metadata.sorted_tables))
END_OTHERS = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


Result = TypeVar("Result")


class CurrentStore:
    """What the running test keeps its data in: the address of a PostgreSQL database, or empty for SQLite.

    ``redis``: of a test that runs on several instances.
    """

    url = ""
    redis = ""


def make_database(folder: Path, durability: Durability = "normal", shared: bool = False) -> Database:
    """The database of a context with this data folder, on the store of the running test."""
    if CurrentStore.url:
        return open_database(DatabaseUrl.parse(CurrentStore.url), durability, shared)
    # Nobody here waits for another program.
    return SqliteDatabase(folder / DATABASE_FILE, durability, busy_timeout=0)


@contextmanager
def postgres_database(name: str) -> Iterator[str]:
    """A migrated database of PostgreSQL, for one process's tests: the address."""
    if given := os.environ.get(TEST_POSTGRES):
        with _database_on(given, name) as url:
            yield url
        return
    with PostgresServer() as server, _database_on(server.url("postgres"), name) as url:
        yield url


@contextmanager
def _database_on(server: str, name: str) -> Iterator[str]:
    url = urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    _run(_execute(server, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f"CREATE DATABASE {name}"))
    _run(_migrate(url))
    yield url
    _run(_execute(server, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))


async def empty(url: str) -> None:
    """As a new database; whoever was still connected is not any more."""
    await _execute(url, END_OTHERS, EMPTY)


def execute(folder: Path, statement: str, **values: Any) -> list[tuple[Any, ...]]:
    """Run a statement with ``:named`` values at this very moment, as another program would, past the server."""
    if CurrentStore.url:
        return _run(_execute_text(CurrentStore.url, statement, values))
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as connection, connection:
        return connection.execute(statement, values).fetchall()


async def _execute_text(url: str, statement: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url), poolclass=NullPool
    )
    async with engine.begin() as connection:
        found = await connection.execute(text(statement), values)
        return [tuple(row) for row in found] if found.returns_rows else []


def _run(doing: Coroutine[Any, Any, Result]) -> Result:
    """In a thread: a test's event loop is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, doing).result()


async def _execute(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


async def _migrate(url: str) -> None:
    database = open_database(DatabaseUrl.parse(url))
    await database.migrate(None)
    await database.close()
