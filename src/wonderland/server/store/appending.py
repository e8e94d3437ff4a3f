"""The log's own connection to the file, in a thread of its own: a transaction is one trip there and back.

Through the general connection it would be five; that is most of what an action costs when tables are busy.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

#: One entry: table, number, time, and the entry itself.
Row = tuple[str, int, int, bytes]
#: A table whose phase has changed: phase, time, table.
Phase = tuple[str, int, str]

INSERT = "INSERT INTO log (table_id, number, at, entry) VALUES (?, ?, ?, ?)"
UPDATE = "UPDATE tables SET phase = ?, touched = ? WHERE id = ?"


class Appender:
    """Appends entries to the log; what ``write`` returned from is on disk."""

    def __init__(self, path: Path, pragmas: Sequence[str]) -> None:
        self._path = path
        self._pragmas = pragmas
        self._thread = ThreadPoolExecutor(1, "log")
        self._connection: sqlite3.Connection | None = None

    async def write(self, rows: list[Row], phases: list[Phase]) -> None:
        """All of it or nothing, in one transaction; raises ``sqlite3.Error``."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, rows, phases)

    def close(self) -> None:
        if self._connection:
            self._thread.submit(self._connection.close).result()
        self._thread.shutdown()

    def _write(self, rows: list[Row], phases: list[Phase]) -> None:
        connection = self._connection or self._connect()
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.executemany(INSERT, rows)
            connection.executemany(UPDATE, phases)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _connect(self) -> sqlite3.Connection:
        # It is closed from this thread too, but Python cannot know.
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        try:
            for pragma in self._pragmas:
                connection.execute(pragma)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection
