"""What is stored of tables, and the rows in which it comes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from wonderland.server.errors import NotSaved
from wonderland.server.store.chat_store import ChatLine
from wonderland.server.store.log_rows import Checkpoint, LogEntryRow, TableListChange

#: A row of the log: number, time and the entry as it was written.
LogRow = tuple[int, int, bytes]


class StoredTable(NamedTuple):
    """Everything from which an open table is rebuilt."""

    id: str
    game: str
    #: Since when nobody is connected; None if it was in memory when the server was killed.
    empty_since: int | None
    unreadable: bool
    checkpoint: Checkpoint | None
    #: The entries after the checkpoint.
    entries: Sequence[LogRow]
    #: The latest chat lines, oldest first.
    chat: Sequence[ChatLine]
    #: How many of its games are archived.
    archived: int


class ListedRow(NamedTuple):
    """An open table in a list."""

    id: str
    game: str
    host: str
    public: bool
    #: As JSON (``tables/summaries.py``).
    summary: bytes
    #: Whether there is a summary and it is up to date: no entry was written since.
    current: bool
    touched: int
    unreadable: bool


class UnloadedTable(NamedTuple):
    """A table that is no longer in memory."""

    id: str
    #: Its newest entry: if there is a newer one, nothing is changed.
    version: int
    #: When that was written.
    touched: int
    summary: bytes
    #: When it must be loaded; None: only when somebody comes.
    due: int | None
    #: None: somebody is connected to another instance.
    empty_since: int | None


class TablePosition(NamedTuple):
    """How far a table has come, whoever has written."""

    id: str
    #: Its newest entry, and its newest chat line.
    version: int
    chat: int
    #: Who looks after it, and whether that instance lives.
    instance: str | None
    held: bool


class TableStore(Protocol):
    """The tables, their logs, and the lists of tables."""

    def append(
        self,
        rows: Sequence[LogEntryRow],
        then: Callable[[NotSaved | None], None],
        unless: Callable[[], NotSaved | None] = ...,
        change: TableListChange | None = None,
    ) -> None:
        """Append entries to a table's log, each with the number that it expects to have.

        ``then`` is called with None once they are on disk; with ``LogConflict`` if somebody else has taken a number;
        else with the reason why they are not saved. ``unless`` is called just before writing, and its result instead.
        Without rows ``then`` is called once all that was appended before is on disk or refused.
        """
        ...

    async def load(self, id: str, chat_lines: int) -> StoredTable | None:
        """An open table; None for one that is closed or unknown."""
        ...

    async def read_log(self, id: str) -> list[LogRow]:
        """A table's whole log."""
        ...

    async def find(self, id: str) -> ListedRow | None:
        """An open table as lists show it."""
        ...

    async def by_code(self, code: str) -> str | None:
        """The id of the open table with this invitation code."""
        ...

    async def hosted(self, person: str) -> int:
        """How many open tables a person hosts."""
        ...

    async def lobby(self, limit: int) -> list[ListedRow]:
        """Public tables with a seat for anybody, newest first."""
        ...

    async def running(self, limit: int) -> list[ListedRow]:
        """Public tables at which a game is being played, newest first."""
        ...

    async def of_person(self, person: str) -> list[ListedRow]:
        """The open tables where a person sits."""
        ...

    async def interrupted(self) -> list[str]:
        """Tables that were in memory when the only server was killed, and those whose log could not be read."""
        ...

    async def take_due(self, now: int, limit: int, instance: str | None = None) -> list[str]:
        """Tables that are due, first the earliest; they count as in memory from now on, and ``instance`` looks after
        them.
        """
        ...

    async def claim(self, ids: Collection[str], instance: str, now: int) -> dict[str, str | None]:
        """Let an instance look after those of these tables that no other one looks after; gives them, each with the
        instance that held it before.
        """
        ...

    async def take_orphans(self, instance: str, now: int, limit: int) -> dict[str, str | None]:
        """As ``claim``, for tables that were in memory of an instance that has died."""
        ...

    async def held_by(self, instance: str) -> list[str]:
        """The tables that this instance looks after and should have in memory."""
        ...

    async def positions(self, ids: Collection[str], now: int) -> list[TablePosition]:
        """How far these tables have come, closed ones too."""
        ...

    async def entries_after(self, versions: Mapping[str, int]) -> dict[str, list[LogRow]]:
        """By table, the entries after the one of that number."""
        ...

    async def next_due(self) -> int | None:
        """When the next table is due, of those that are not in memory."""
        ...

    async def mark_unloaded(self, tables: Collection[UnloadedTable], instance: str | None = None) -> None:
        """Note that these tables are no longer in memory, and that ``instance`` does not look after them any more.

        Those that another instance looks after stay as they are.
        """
        ...

    async def mark_unreadable(self, id: str, unreadable: bool) -> None:
        """Note whether a table's log can be read."""
        ...

    async def unreadable(self) -> int:
        """How many open tables cannot be read."""
        ...


async def wait_for_appends(store: TableStore) -> None:
    """Wait until all that was appended before is on disk or refused. Does not raise."""
    done = asyncio.Event()
    store.append([], lambda _: done.set())
    await done.wait()
