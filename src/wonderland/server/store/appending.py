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
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        try:
            for pragma in self._pragmas:
                connection.execute(pragma)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return connection
