"""The log's own connection to the file, in a thread of its own: a transaction is one trip there and back.

Through the general connection it would be five; that is most of what an action costs when tables are busy.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from time import sleep

from wonderland.server.errors import LogConflict
from wonderland.server.store.database import CommitInDoubt
from wonderland.server.store.log_rows import IN_MEMORY, LogAppend, TableListChange
from wonderland.server.store.sqlite.backup import save_open
from wonderland.server.store.sqlite.database_file import DatabaseFile
from wonderland.server.store.sqlite.failures import may_be_on_disk

#: ``OR FAIL``: a row that cannot be written ends the statement, and we undo the rest. By itself SQLite would copy every
#: page that the statement touches to a journal first, so that it could: a third of what a transaction costs.
INSERT_ENTRIES = "INSERT OR FAIL INTO log (table_id, number, at, entry) VALUES {}"
#: Rows that one statement inserts. sqlite3 releases the GIL on every step of a statement and then waits for the busy
#: event loop to get it back: so there are few steps.
MAX_ROWS_PER_INSERT = 100
MAX_PREPARED_STATEMENTS = 2 * MAX_ROWS_PER_INSERT  #: one for each number of rows, and the others
INSERT_TABLE = (
    "INSERT INTO tables (game, phase, public, host, invite, joinable, version, summary, created, touched, id, due, "
    f"unreadable) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {IN_MEMORY}, FALSE)"
)
UPDATE_TABLE = (
    "UPDATE tables SET phase = ?, host = ?, invite = ?, joinable = ?, version = ?, summary = ?, touched = ?, "
    "due = ?, empty_since = NULL WHERE id = ?"
)
SIT_DOWN = (
    "INSERT INTO seated (table_id, person, current) VALUES (?, ?, TRUE) "
    "ON CONFLICT (table_id, person) DO UPDATE SET current = TRUE"
)
STAND_UP = "UPDATE seated SET current = FALSE WHERE table_id = ? AND person = ?"
PUT_CHECKPOINT = (
    "INSERT INTO checkpoints (table_id, number, state) VALUES (?, ?, ?) "
    "ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, state = excluded.state"
)

#: What is wrong with a row and not with the disk: other tables' rows are none the worse for it.
ROW_ERRORS = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    OverflowError,
    UnicodeError,
)

#: Writes a page and changes nothing.
TOUCH_SQL = "UPDATE alembic_version SET version_num = version_num"
MAX_OVERWRITE_ATTEMPTS = 20
OVERWRITE_RETRY_SECONDS = 0.5  #: between two of them


class LogWriter:
    """Appends entries to the log; what ``write`` returned from is on disk."""

    def __init__(self, file: DatabaseFile, pragmas: Sequence[str]) -> None:
        self._file = file
        self._pragmas = pragmas
        self._thread = ThreadPoolExecutor(1, "log")
        self._connection: sqlite3.Connection | None = None

    async def write(self, appends: Sequence[LogAppend]) -> list[Exception | None]:
        """Everything in one transaction. For each why it could not be written, or None; the others are on disk then.

        Raises ``sqlite3.Error`` or ``OSError`` when the disk refuses: then nothing is written.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write_checked, appends)

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

    def _write_checked(self, appends: Sequence[LogAppend]) -> list[Exception | None]:
        """Nothing is acknowledged that went into a file which is no longer there."""
        self._file.check()
        try:
            problems = self._write(appends)
        except sqlite3.Error as problem:
            if may_be_on_disk(problem):
                self._overwrite()
            raise
        self._file.check()
        return problems

    def _overwrite(self) -> None:
        """Write a transaction of no meaning over the pages of one that failed after it had written them.

        In the write-ahead log they are complete, and count after a crash until the next commit takes their place. Its
        first page breaks the chain of checksums that the others rest on, even when it cannot be synced itself.
        """
        for attempt in range(MAX_OVERWRITE_ATTEMPTS):
            if attempt:
                sleep(OVERWRITE_RETRY_SECONDS)
            if self._touch():
                return
        raise CommitInDoubt

    def _touch(self) -> bool:
        """Whether the log holds another transaction's page after this."""
        try:
            connection = self._connection or self._connect()
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.execute(TOUCH_SQL)
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

    def _write(self, appends: Sequence[LogAppend]) -> list[Exception | None]:
        connection = self._connection or self._connect()
        try:
            with _transaction(connection):
                _insert(connection, appends)
        except ROW_ERRORS:
            with _transaction(connection):
                return _insert_one_by_one(connection, appends)
        return [None] * len(appends)

    def _connect(self) -> sqlite3.Connection:
        # It is closed from this thread too, but Python cannot know.
        connection = sqlite3.connect(
            self._file.path,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=MAX_PREPARED_STATEMENTS,
        )
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


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@cache
def _insert_sql(rows: int) -> str:
    return INSERT_ENTRIES.format(", ".join(["(?, ?, ?, ?)"] * rows))


def _insert(connection: sqlite3.Connection, appends: Sequence[LogAppend]) -> None:
    rows = [row for append in appends for row in append.rows]
    for start in range(0, len(rows), MAX_ROWS_PER_INSERT):
        part = rows[start : start + MAX_ROWS_PER_INSERT]
        connection.execute(_insert_sql(len(part)), list(chain.from_iterable(part)))
    for append in appends:
        if append.change:
            id, _, at, _ = append.rows[-1]
            _change(connection, append.change, id, at)


def _change(connection: sqlite3.Connection, change: TableListChange, id: str, at: int) -> None:
    row = change.row
    if change.new:
        connection.execute(INSERT_TABLE, (*row, at, at, id))
    else:
        due = None if row.phase == "closed" else IN_MEMORY
        new = (row.phase, row.host, row.invite, row.joinable, row.version, row.summary, at, due, id)
        connection.execute(UPDATE_TABLE, new)
    connection.executemany(SIT_DOWN, [(id, person) for person in change.sat_down])
    connection.executemany(STAND_UP, [(id, person) for person in change.stood_up])
    if change.checkpoint:
        connection.execute(PUT_CHECKPOINT, (id, *change.checkpoint))


def _is_taken(connection: sqlite3.Connection, append: LogAppend, problem: Exception) -> bool:
    """Whether somebody else has written an entry of this number. The log itself says so: a row may be refused for other
    reasons, such as an invitation code that another table has.
    """
    if not isinstance(problem, sqlite3.IntegrityError):
        return False
    id, first, _, _ = append.rows[0]
    (newest,) = connection.execute("SELECT max(number) FROM log WHERE table_id = ?", (id,)).fetchone()
    return newest is not None and newest >= first


def _insert_one_by_one(connection: sqlite3.Connection, appends: Sequence[LogAppend]) -> list[Exception | None]:
    """One after the other, each by itself. After a table's first failure nothing more of it is written: its log must
    not have a gap.
    """
    failed: dict[str, Exception] = {}
    found: list[Exception | None] = []
    for append in appends:
        id = append.rows[0][0]
        if id not in failed:
            connection.execute("SAVEPOINT one")
            try:
                _insert(connection, [append])
            except ROW_ERRORS as problem:
                connection.execute("ROLLBACK TO one")
                failed[id] = LogConflict() if _is_taken(connection, append, problem) else problem
            connection.execute("RELEASE one")
        found.append(failed.get(id))
    return found
