"""Lists of tables: queries to the store, with what is newer in memory."""

from __future__ import annotations

from collections.abc import Iterable

from wonderland.server.errors import Unknown
from wonderland.server.store.table_store import ListedRow, TableStore
from wonderland.server.tables.invitation_codes import CODE_LENGTH, EXAMPLE_CODE, grouped
from wonderland.server.tables.summaries import (
    ListedTable,
    TableSummary,
    decode_listed,
    listed_table,
    set_aside_summary,
    table_summary,
)
from wonderland.server.tables.tables import Tables

MAX_LISTED_TABLES = 100  #: with a free seat; and as many at which a game is being played


class TableLists:
    """What people may find without knowing a table's id."""

    def __init__(self, store: TableStore, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def public(self) -> list[TableSummary]:
        """Public tables: first those with a free seat, then those at which a game is being played; newest first."""
        joinable = self._newest(await self._store.lobby(MAX_LISTED_TABLES))
        running = self._newest(await self._store.running(MAX_LISTED_TABLES))
        waiting = sorted((table for table in joinable if table.phase == "gathering"), key=lambda table: -table.at)
        playing = sorted((table for table in running if table.phase == "playing"), key=lambda table: -table.begins)
        return [table_summary(table, None) for table in (*waiting, *playing)]

    async def of_person(self, person: str) -> list[TableSummary]:
        """The tables where a person sits; those whose log cannot be read come last."""
        rows = await self._store.of_person(person)
        for row in rows:
            if not row.current and not row.unreadable:
                await self._tables.load_or_none(row.id)  # it was in memory when the server was killed
        tables = self._newest(row for row in rows if not row.unreadable)
        summaries = [table_summary(table, person) for table in tables]
        aside = [set_aside_summary(row.id, row.game, row.touched) for row in rows if row.unreadable]
        return [*(summary for summary in summaries if summary.mine), *aside]

    async def by_code(self, code: str) -> str:
        """The id of the table with this invitation code. An unknown code reveals nothing about other tables."""
        found = await self._store.by_code(code)
        if found is None:
            raise Unknown("code_unknown", code=grouped(code), length=CODE_LENGTH, example=EXAMPLE_CODE)
        return found

    def _newest(self, rows: Iterable[ListedRow]) -> list[ListedTable]:
        """What is in memory is newer than what the store says."""
        found = []
        for row in rows:
            table = self._tables.get(row.id)
            if table and table.saved:
                found.append(listed_table(table.saved, len(table.actions)))
            else:
                found.append(decode_listed(row.summary))
        return found
