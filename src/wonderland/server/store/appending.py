"""The log's own connection to the file, in a thread of its own: a transaction is one trip there and back.

Through the general connection it would be five; that is most of what an action costs when tables are busy.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from time import sleep

from wonderland.server.store.backup import save_open
from wonderland.server.store.database_file import DatabaseFile
from wonderland.server.store.failures import CommitInDoubt, may_be_on_disk

#: One entry: table, number, time, and the entry itself.
Row = tuple[str, int, int, bytes]
#: A table whose phase has changed: phase, time, table.
Phase = tuple[str, int, str]

INSERT = "INSERT INTO log (table_id, number, at, entry) VALUES {}"
#: Rows that one statement inserts, most first. Each step of a statement lets Python go and waits to have it back, and
#: the busy loop is slow to give it: so there are few steps. And few lengths, so that each is prepared once.
LENGTHS = (64, 16, 4, 1)
INSERTS = {length: INSERT.format(", ".join(["(?, ?, ?, ?)"] * length)) for length in LENGTHS}
UPDATE = "UPDATE tables SET phase = ?, touched = ? WHERE id = ?"
#: Writes a page and changes nothing.
TOUCH = "UPDATE alembic_version SET version_num = version_num"
OVERWRITE_TRIES = 20
OVERWRITE_PAUSE = 0.5  #: seconds between two of them


class Appender:
    """Appends entries to the log; what ``write`` returned from is on disk."""

    def __init__(self, file: DatabaseFile, pragmas: Sequence[str]) -> None:
        self._file = file
        self._pragmas = pragmas
        self._thread = ThreadPoolExecutor(1, "log")
        self._connection: sqlite3.Connection | None = None

    async def write(self, rows: list[Row], phases: list[Phase]) -> None:
        """All of it or nothing, in one transaction; raises ``sqlite3.Error`` or ``OSError``."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write_checked, rows, phases)

    async def open(self) -> None:
        """Connect now, and prove that the file can be written; raises ``sqlite3.Error`` or ``OSError``."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._connect)

    async def overwrite(self) -> None:
        """Make sure that a commit which failed, on any connection, does not count after a crash."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._overwrite)

    async def rescue(self, to: Path) -> None:
        """Save what the open file holds, though its path leads elsewhere."""
        connection = self._connection
        assert connection, "it was open before it was moved"
        await asyncio.get_running_loop().run_in_executor(self._thread, save_open, connection, to)

    def close(self) -> None:
        if self._connection:
            self._thread.submit(self._connection.close).result()
        self._thread.shutdown()

    def _write_checked(self, rows: list[Row], phases: list[Phase]) -> None:
        """Nothing is acknowledged that went into a file which is no longer there."""
        self._file.check()
        try:
            self._write(rows, phases)
        except sqlite3.Error as problem:
            if may_be_on_disk(problem):
                self._overwrite()
            raise
        self._file.check()

    def _overwrite(self) -> None:
        """Write a transaction of no meaning over the pages of one that failed after it had written them.

        In the write-ahead log they are complete, and count after a crash until the next commit takes their place. Its
        first page breaks the chain of checksums that the others rest on, even when it cannot be synced itself.
        """
        for attempt in range(OVERWRITE_TRIES):
            if attempt:
                sleep(OVERWRITE_PAUSE)
            if self._touch():
                return
        raise CommitInDoubt

    def _touch(self) -> bool:
        """Whether the log holds another transaction's page after this."""
        try:
            connection = self._connection or self._connect()
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.execute(TOUCH)
            except BaseException:
                connection.execute("ROLLBACK")
                raise
        except (sqlite3.Error, OSError):
            return False
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as problem:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return may_be_on_disk(problem)
        return True

    def _write(self, rows: list[Row], phases: list[Phase]) -> None:
        connection = self._connection or self._connect()
        connection.execute("BEGIN IMMEDIATE")
        try:
            done = 0
            for length in LENGTHS:
                while len(rows) - done >= length:
                    connection.execute(INSERTS[length], list(chain.from_iterable(rows[done : done + length])))
                    done += length
            connection.executemany(UPDATE, phases)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _connect(self) -> sqlite3.Connection:
        # It is closed from this thread too, but Python cannot know.
        connection = sqlite3.connect(self._file.path, isolation_level=None, check_same_thread=False)
        try:
            for pragma in self._pragmas:
                connection.execute(pragma)
            connection.execute("SELECT 1 FROM alembic_version")  # makes the write-ahead log, if there is none
            self._file.remember()
            self._file.check()
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection
