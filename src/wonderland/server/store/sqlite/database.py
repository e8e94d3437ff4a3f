"""The database: one file of SQLite, opened for many readers and one writer."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import URL, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from wonderland.core.errors import NotAllowed
from wonderland.server.errors import NotSaved
from wonderland.server.store.sqlite.database_file import DatabaseFile
from wonderland.server.store.sqlite.failures import failure_cause, not_saved_error
from wonderland.server.store.sqlite.log_writer import LogWriter

#: What a commit waits for: ``full`` until the disk says so (survives a power cut), ``normal`` until the system has it
#: (survives the end of the process, however sudden).
Durability = Literal["full", "normal"]

BUSY_TIMEOUT_MS = 5_000  #: to wait while another program writes to the file
MAX_READERS = 4


class Database:
    """Where everything is kept. ``reading()`` gives a connection for queries; the journal alone holds the writer."""

    def __init__(self, path: Path, durability: Durability = "full", busy_timeout: int = BUSY_TIMEOUT_MS) -> None:
        self.path = path
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

    async def open(self) -> None:
        """Connect for writing; a database that can only be read is refused. Others may free a full or locked one."""
        try:
            await self.log_writer.open()
        except (sqlite3.Error, OSError) as problem:
            if failure_cause(problem, self.path) == "read_only":
                raise NotAllowed("database_read_only", file=self.path) from None

    def reading(self) -> AsyncConnection:
        """A connection for queries: ``async with database.reading() as connection``."""
        return self._readers.connect()

    def failure(self, problem: BaseException) -> NotSaved:
        """The reason in words that a person at a table understands."""
        return not_saved_error(problem, self.path)

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
