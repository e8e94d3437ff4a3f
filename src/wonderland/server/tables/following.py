"""Keeps the tables in memory up to date with what other instances write to their logs and chats."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

import structlog

from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.errors import NotSaved
from wonderland.server.store.chat_store import ChatStore
from wonderland.server.store.table_store import TablePosition, TableStore, wait_for_appends
from wonderland.server.tables.loading import UnreadableLog
from wonderland.server.tables.table import Table
from wonderland.server.tables.table_loader import MAX_LOG_LENGTH_IN_LOOP

_logger = structlog.get_logger(__name__)


class TableFollower:
    """``expect`` it to read what is new; it reads for all tables at once that have something new at that moment.

    ``get`` gives a table in memory. ``rebuild`` replaces one that cannot be followed entry by entry.
    """

    def __init__(
        self,
        store: TableStore,
        chat: ChatStore,
        background_tasks: BackgroundTasks,
        get: Callable[[str], Table | None],
        rebuild: Callable[[str], None],
    ) -> None:
        self._store = store
        self._chat = chat
        self._background_tasks = background_tasks
        self._get = get
        self._rebuild = rebuild
        #: Tables of which something new is to be read, and up to which version.
        self._wanted: dict[str, int] = {}
        #: Tables that are being read. What is wanted of them meanwhile may be newer than that, so it is read next.
        self._reading: dict[str, int] = {}
        self._running: asyncio.Event | None = None
        #: Tables whose chat is being read.
        self._reading_chat: set[str] = set()

    def expect(self, id: str, version: int) -> None:
        """Somebody else has written to a log, up to that version."""
        table = self._get(id)
        if table and table.saved and table.saved.version < version:
            self._wanted[id] = max(version, self._wanted.get(id, 0))
            self._start()

    def expect_lines(self, id: str, number: int) -> None:
        """Somebody has said something elsewhere; the newest line has that number."""
        table = self._get(id)
        if table and table.audience.newest_line < number and id not in self._reading_chat:
            self._reading_chat.add(id)
            self._background_tasks.start(self._read_chat(id))

    def compare(self, positions: Iterable[TablePosition]) -> list[str]:
        """Catch up with what the store says; gives the tables of which something was missed."""
        behind = []
        for position in positions:
            table = self._get(position.id)
            if table and table.saved and not table.broken:
                if table.now.version < position.version or table.audience.newest_line < position.chat:
                    behind.append(position.id)
                self.expect(position.id, position.version)
                self.expect_lines(position.id, position.chat)
        return behind

    async def catch_up(self, id: str, version: int) -> None:
        """Returns once a table has everything up to that version, or cannot have it now."""
        self.expect(id, version)
        while (id in self._wanted or id in self._reading) and self._running:
            await self._running.wait()

    def _start(self) -> None:
        if self._running is None:
            self._running = asyncio.Event()
            self._background_tasks.start(self._run())

    async def _run(self) -> None:
        running = self._running
        assert running
        try:
            while self._wanted:
                await self._follow()
        except NotSaved:
            self._wanted.clear()  # they are compared again soon
        finally:
            self._reading = {}
            self._running = None
            running.set()

    async def _follow(self) -> None:
        # What is on its way to the log from here must have arrived, or have been refused.
        await wait_for_appends(self._store)
        self._reading, self._wanted = self._wanted, {}
        known = {id: table.saved.version for id in self._reading if (table := self._get(id)) and table.saved}
        found = await self._store.entries_after(known)
        for id, version in self._reading.items():
            table = self._get(id)
            # A table with a conflict reads for itself what it has missed.
            if table is None or table.broken:
                continue
            if table.saved is table.now:
                self._take_over(table, [row for row in found.get(id, ()) if row[0] > table.now.version])
            else:
                self.expect(id, version)
        for id, version in list(self._wanted.items()):
            table = self._get(id)
            if table is None or table.saved is None or table.saved.version >= version:
                del self._wanted[id]  # it was among what has just been read

    def _take_over(self, table: Table, rows: list[tuple[int, int, bytes]]) -> None:
        if len(rows) > MAX_LOG_LENGTH_IN_LOOP:
            self._rebuild(table.now.id)
        elif rows:
            try:
                table.follow(rows)
            except UnreadableLog:
                self._rebuild(table.now.id)

    async def _read_chat(self, id: str) -> None:
        table = self._get(id)
        lines = []
        try:
            lines = await self._chat.after(id, table.audience.newest_line) if table else []
        except NotSaved as problem:
            _logger.warning("chat_not_read", key=problem.key)
        finally:
            self._reading_chat.discard(id)
        table = self._get(id)
        for line in lines if table else ():
            assert table
            table.add_chat_line(line)
