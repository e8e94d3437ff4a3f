"""The database: one file of SQLite, opened for many readers and one writer."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import URL, event, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from wonderland.core.errors import NotAllowed
from wonderland.server.errors import NotSaved
from wonderland.server.store.database import Durability, Work, WorkResult
from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.log_rows import LogAppend, LogEntryRow
from wonderland.server.store.migration import check_current, migrate
from wonderland.server.store.sqlite.backup import revision
from wonderland.server.store.sqlite.database_file import DatabaseFile
from wonderland.server.store.sqlite.failures import failure_cause, may_be_on_disk, not_saved_error
from wonderland.server.store.sqlite.file_changes import FileChanges
from wonderland.server.store.sqlite.log_writer import LogWriter

BUSY_TIMEOUT_MS = 5_000  #: to wait while another program writes to the file
MAX_READERS = 4
ENTRIES_AFTER = text("SELECT number, at, entry FROM log WHERE table_id = :id AND number > :version ORDER BY number")


class SqliteDatabase:
    """``Database`` over a file. SQLite has one writer at a time: works share a transaction, each in a savepoint."""

    concurrent = False

    def __init__(self, path: Path, durability: Durability = "full", busy_timeout: int = BUSY_TIMEOUT_MS) -> None:
        self.path = path
        self.url = DatabaseUrl(path)
        self.file = DatabaseFile(path)
        self._pragmas = (
            "PRAGMA journal_mode = WAL",
            f"PRAGMA synchronous = {durability.upper()}",
            f"PRAGMA busy_timeout = {busy_timeout}",
            "PRAGMA foreign_keys = ON",
            # Copying the journal into the file once in 32 MB instead of 4 spares busy tables many a pause.
            "PRAGMA wal_autocheckpoint = 8000",
        )
        # Separate pools, so that no reader can hold the writer's only connection.
        self.writer = self._engine(1, "BEGIN IMMEDIATE")
        self._readers = self._engine(MAX_READERS, "BEGIN")
        # Keeps the last page of each busy table's log in memory: the default of two megabytes holds too few.
        self.log_writer = LogWriter(self.file, (*self._pragmas, "PRAGMA cache_size = -16000"))

    async def migrate(self, backups: Path | None) -> Path | None:
        return await asyncio.to_thread(migrate, self.path, backups)

    async def check_version(self) -> None:
        check_current(await asyncio.to_thread(revision, self.path), self.path)

    async def open(self) -> None:
        """Others may free a full or locked database: only one that can never be written is refused."""
        try:
            await self.log_writer.open()
        except (sqlite3.Error, OSError) as problem:
            if failure_cause(problem, self.path) == "read_only":
                raise NotAllowed("database_read_only", file=self.path) from None

    async def open_beside(self) -> None:
        await self.check_version()
        await self.open()

    def reading(self) -> AsyncConnection:
        return self._readers.connect()

    async def entries_after(self, versions: Mapping[str, int]) -> list[LogEntryRow]:
        async with self.reading() as connection:
            return [
                (id, *row)
                for id, version in versions.items()
                for row in await connection.execute(ENTRIES_AFTER, {"id": id, "version": version})
            ]

    async def append(self, appends: Sequence[LogAppend]) -> list[Exception | None]:
        try:
            return await self.log_writer.write(appends)
        except (sqlite3.Error, OSError) as problem:
            raise self.failure(problem) from problem

    async def transact(self, works: Sequence[Work]) -> list[WorkResult]:
        try:
            async with self.writer.begin() as connection:
                results = [await _try(connection, work) for work in works]
            self.file.check()
        except (SQLAlchemyError, sqlite3.Error, OSError) as problem:
            if may_be_on_disk(problem):
                await self.log_writer.overwrite()
            raise self.failure(problem) from problem
        return results

    def failure(self, problem: BaseException) -> NotSaved:
        return not_saved_error(problem, self.path)

    def wall(self) -> float:
        return time.time()

    def changes(self) -> FileChanges:
        return FileChanges(self.path)

    async def close(self) -> None:
        self.log_writer.close()
        await self._readers.dispose()
        await self.writer.dispose()

    def _engine(self, size: int, begin: str) -> AsyncEngine:
        engine = create_async_engine(
            # URL.create, because a folder may have any name; hidden parameters, because they may be cards.
            URL.create("sqlite+aiosqlite", database=str(self.path)),
            pool_size=size,
            max_overflow=0,
            hide_parameters=True,
        )

        def prepare(connection: Any, _: object) -> None:
            # The driver would begin transactions by itself, too late for savepoints and for BEGIN IMMEDIATE.
            connection.isolation_level = None
            cursor = connection.cursor()
            for pragma in self._pragmas:
                cursor.execute(pragma)
            cursor.close()

        def start(connection: Any) -> None:
            connection.exec_driver_sql(begin)

        event.listen(engine.sync_engine, "connect", prepare)
        event.listen(engine.sync_engine, "begin", start)
        return engine


async def _try(connection: AsyncConnection, work: Work) -> WorkResult:
    """Run one work in a savepoint: its own exception undoes only itself, a database error the whole transaction."""
    savepoint = await connection.begin_nested()
    try:
        result = await work(connection)
        await savepoint.commit()
    except (OperationalError, OSError):
        raise
    except Exception as problem:
        await savepoint.rollback()
        return None, problem
    return result, None
