"""Reading tables from the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import structlog

from wonderland.core.errors import NotAllowed
from wonderland.server.clock import Clock
from wonderland.server.errors import NotSaved, Unknown
from wonderland.server.store.table_store import StoredTable, TableStore
from wonderland.server.tables.audience import MAX_RECENT_CHAT_LINES
from wonderland.server.tables.loading import LoadedTable, UnreadableLog, load_table, read_checkpoint
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import MAX_RECENT_STATES, Table

#: Entries of a log that is replayed in the event loop; a longer one is replayed in a thread.
MAX_LOG_LENGTH_IN_LOOP = 200

_logger = structlog.get_logger(__name__)


class TableSetAside(NotAllowed):
    """The table exists, but its log cannot be read."""


class FoundTable(NamedTuple):
    """A table from the store."""

    table: Table
    #: Since when nobody is connected; None: that is not known.
    empty_since: int | None
    #: Whether a game that has ended may not be archived yet, or its ratings not be told.
    unarchived: bool


class TableLoader:
    """Rebuilds tables. One whose log cannot be read is set aside: everything else goes on, and it is tried again at
    the next start, and whenever somebody comes, because a later version may be able to read it.
    """

    def __init__(self, store: TableStore, clock: Clock, on_broken: Callable[[Table], None]) -> None:
        self._store = store
        self._clock = clock
        self._on_broken = on_broken

    async def load(self, id: str) -> FoundTable:
        """Raises ``Unknown`` for a table that is closed or was never there, and ``TableSetAside``."""
        stored = await self._store.load(id, MAX_RECENT_CHAT_LINES)
        if stored is None:
            raise Unknown("table_unknown", table=id[:20])
        try:
            loaded = await self._replay(stored)
        except UnreadableLog as problem:
            _logger.error("table_set_aside", table=id, game=stored.game, reason=str(problem))
            await self._mark(id, True)
            raise TableSetAside("table_set_aside") from None
        if stored.unreadable:
            await self._mark(id, False)
        table = Table(self._store, self._clock, self._on_broken, loaded)
        table.audience.chat.extend(stored.chat)
        return FoundTable(table, stored.empty_since, is_unarchived(table.now, stored.archived))

    def report_failure(self, problem: Exception) -> None:
        _logger.error("table_not_loaded", exc_info=problem)

    async def _replay(self, stored: StoredTable) -> LoadedTable:
        before = read_checkpoint(stored.id, stored.checkpoint)
        rows = stored.entries
        if stored.checkpoint and not before:
            rows = await self._store.read_log(stored.id)
        if len(rows) > MAX_LOG_LENGTH_IN_LOOP:
            loaded = await asyncio.to_thread(load_table, stored.id, rows, MAX_RECENT_STATES, before)
        else:
            loaded = load_table(stored.id, rows, MAX_RECENT_STATES, before)
        if loaded is None:
            raise UnreadableLog(1, "it is missing; there is no entry at all")
        return loaded

    async def _mark(self, id: str, unreadable: bool) -> None:
        try:
            await self._store.mark_unreadable(id, unreadable)
        except NotSaved:
            """It is found out again."""


def finished_count(state: TableState) -> int:
    """How many games have ended at a table."""
    return state.number if state.ended else state.number - 1


def is_unarchived(state: TableState, archived: int) -> bool:
    """Whether a game that has ended may not be archived, or its ratings not be told to the table."""
    return archived < finished_count(state) or (state.phase == "over" and state.rated and state.ratings is None)
