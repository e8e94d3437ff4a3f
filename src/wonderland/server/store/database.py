"""What a database brings: SQLite (``sqlite/``) and PostgreSQL (``postgres/``) each implement ``Database``.

The journal (``journal.py``) is the only one who calls ``append`` and ``transact``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Literal, Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.errors import NotSaved
from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.job_store import QueueChanges
from wonderland.server.store.log_rows import LogAppend, LogEntryRow

#: What a commit waits for: ``full`` until the disk says so (survives a power cut), ``normal`` until the system, or
#: PostgreSQL, has it (survives the end of the process, however sudden).
Durability = Literal["full", "normal"]

#: One transaction's worth of reading and writing. It may be run again after a serialization failure, so it must have no
#: effect except through its connection.
Work = Callable[[AsyncConnection], Awaitable[Any]]

#: What a work gave, or the exception that it raised itself.
WorkResult = tuple[Any, Exception | None]


class CommitInDoubt(Exception):
    """A commit failed, and whether it counts cannot be found out now: any answer might be wrong."""


class DatabaseGone(Exception):
    """The database was deleted or replaced while it was in use."""


class Database(Protocol):
    """Where everything is kept."""

    url: DatabaseUrl
    #: Whether works run beside each other and beside appends. If not, the journal waits for one before the next.
    concurrent: bool

    async def migrate(self, backups: Path | None) -> Path | None:
        """Bring the schema to this version, making it if there is none; before ``open``.

        Gives the backup that was made before, in the folder ``backups``, if there is one. A database of a later version
        of Wonderland, or one that is not ours, is refused and left as it is.
        """
        ...

    async def check_version(self) -> None:
        """Refuse a database that is empty, or of another version than this program."""
        ...

    async def open(self) -> None:
        """Connect for writing. A database that can only be read, or that another server uses, is refused."""
        ...

    async def open_beside(self) -> None:
        """Connect beside the server that uses the database, for queries and works but not for appends.

        Nothing is made, migrated or locked: a database that is empty, or of another version, is refused.
        """
        ...

    async def close(self) -> None: ...

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection for queries, which all see the same moment: ``async with database.reading() as connection``."""
        ...

    async def entries_after(self, versions: Mapping[str, int]) -> list[LogEntryRow]:
        """By table, the entries after the one of that number; those of a table in order."""
        ...

    async def append(self, appends: Sequence[LogAppend]) -> list[Exception | None]:
        """Write entries in one transaction. For each append: None once it is on disk, ``LogConflict`` if its number was
        taken, or what is wrong with it; the others are written all the same.

        Raises ``NotSaved`` when nothing is on disk, and ``CommitInDoubt`` when that cannot be known.
        """
        ...

    async def transact(self, works: Sequence[Work]) -> list[WorkResult]:
        """Run each work in a transaction, or in a part of one that is undone if it raises; raises as ``append``."""
        ...

    def failure(self, problem: BaseException) -> NotSaved:
        """The reason in words that a person at a table understands."""
        ...

    def changes(self) -> QueueChanges:
        """Tells when other processes may have changed something."""
        ...

    def wall(self) -> float:
        """The database's clock, in seconds since 1970. Times of entries follow it, whatever machine writes them."""
        ...


def open_database(url: DatabaseUrl, durability: Durability = "full", shared: bool = False) -> Database:
    """The database at ``url``, which ``migrate`` and ``open`` connect to.

    ``shared``: together with other instances, each of which says so, and which know of each other by Redis.
    """
    if url.file is not None:
        from wonderland.server.store.sqlite.database import SqliteDatabase

        return SqliteDatabase(url.file, durability)
    # Its driver takes a moment to load.
    from wonderland.server.store.postgres.database import PostgresDatabase

    return PostgresDatabase(url, durability, shared)
