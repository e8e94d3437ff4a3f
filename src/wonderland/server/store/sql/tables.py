"""Queries about tables, their logs and the lists of tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    false,
    func,
    literal,
    or_,
    select,
    text,
    true,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.errors import NotSaved
from wonderland.server.store.log_rows import IN_MEMORY, Checkpoint, LogEntryRow, TableListChange
from wonderland.server.store.sql.chat import newest_lines
from wonderland.server.store.sql.instances import living_ids
from wonderland.server.store.sql.part import IDS_AT_A_TIME, SqlPart, batched, is_text
from wonderland.server.store.sql.schema import chat, checkpoints, games, log, seated, tables
from wonderland.server.store.table_store import ListedRow, LogRow, StoredTable, TablePosition, UnloadedTable

OPEN = tables.c.phase != "closed"
NEWEST_LINE = select(func.max(chat.c.number)).where(chat.c.table_id == tables.c.id).scalar_subquery()
NEWEST_ENTRY = select(func.max(log.c.number)).where(log.c.table_id == tables.c.id).scalar_subquery()
LISTED = (
    tables.c.id,
    tables.c.game,
    tables.c.host,
    tables.c.public,
    tables.c.summary,
    and_(tables.c.version == NEWEST_ENTRY, tables.c.summary != b"").label("current"),
    tables.c.touched,
    tables.c.unreadable,
)


def public_tables(phase: str, joinable: bool, limit: int) -> Select[Any]:
    """The public tables of a phase, newest first."""
    # In the words of the index of public tables: SQLite uses it for no others, and ``tables.c.public`` becomes "= 1".
    wanted = text("tables.public"), tables.c.phase == phase, tables.c.joinable == (true() if joinable else false())
    return select(*LISTED).where(*wanted).order_by(tables.c.touched.desc()).limit(limit)


class SqlTables(SqlPart):
    """Implements ``TableStore``."""

    def append(
        self,
        rows: Sequence[LogEntryRow],
        then: Callable[[NotSaved | None], None],
        unless: Callable[[], NotSaved | None] = lambda: None,
        change: TableListChange | None = None,
    ) -> None:
        self._journal.append(rows, then, unless, change)

    async def load(self, id: str, chat_lines: int) -> StoredTable | None:
        if not is_text(id):
            return None
        async with self.reading() as connection:
            columns = (tables.c.game, tables.c.empty_since, tables.c.unreadable)
            row = (await connection.execute(select(*columns).where(tables.c.id == id, OPEN))).one_or_none()
            if row is None:
                return None
            kept = select(checkpoints.c.number, checkpoints.c.state).where(checkpoints.c.table_id == id)
            found = (await connection.execute(kept)).one_or_none()
            checkpoint = Checkpoint(*found) if found else None
            entries = await read_log(connection, id, checkpoint.number if checkpoint else 0)
            said = await newest_lines(connection, id, chat_lines)
            archived = await connection.scalar(select(func.count()).select_from(games).where(games.c.table_id == id))
        return StoredTable(id, row.game, row.empty_since, row.unreadable, checkpoint, entries, said, archived or 0)

    async def read_log(self, id: str) -> list[LogRow]:
        async with self.reading() as connection:
            return await read_log(connection, id)

    # ---- lists --------------------------------------------------------------------------------------

    async def find(self, id: str) -> ListedRow | None:
        rows = await self._listed(select(*LISTED).where(tables.c.id == id, OPEN)) if is_text(id) else []
        return rows[0] if rows else None

    async def by_code(self, code: str) -> str | None:
        found: str | None = await self._scalar(select(tables.c.id).where(tables.c.invite == code))
        return found

    async def hosted(self, person: str) -> int:
        query = select(func.count()).select_from(tables).where(tables.c.host == person, OPEN)
        return int(await self._scalar(query))

    async def lobby(self, limit: int) -> list[ListedRow]:
        return await self._listed(public_tables("gathering", True, limit))

    async def running(self, limit: int) -> list[ListedRow]:
        return await self._listed(public_tables("playing", False, limit))

    async def of_person(self, person: str) -> list[ListedRow]:
        sits = select(seated.c.table_id).where(seated.c.person == person, seated.c.current)
        return await self._listed(select(*LISTED).where(tables.c.id.in_(sits), OPEN).order_by(tables.c.created))

    async def _listed(self, query: Select[Any]) -> list[ListedRow]:
        async with self.reading() as connection:
            return [ListedRow(*row) for row in await connection.execute(query)]

    async def _scalar(self, query: Select[Any]) -> Any:
        async with self.reading() as connection:
            return await connection.scalar(query)

    # ---- in memory or not ---------------------------------------------------------------------------

    async def interrupted(self) -> list[str]:
        query = select(tables.c.id).where(OPEN, (tables.c.due == IN_MEMORY) | tables.c.unreadable)
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def take_due(self, now: int, limit: int, instance: str | None = None) -> list[str]:
        async def take(connection: AsyncConnection) -> list[str]:
            due = select(tables.c.id).where(tables.c.due > IN_MEMORY, tables.c.due <= now)
            found = due.order_by(tables.c.due).limit(limit).with_for_update(skip_locked=True)
            ids = list((await connection.execute(found)).scalars())
            taken = {"due": IN_MEMORY} if instance is None else {"due": IN_MEMORY, "instance": instance}
            await connection.execute(update(tables).where(tables.c.id.in_(ids)).values(taken))
            return ids

        taken: list[str] = await self.write(take)
        return taken

    async def next_due(self) -> int | None:
        found: int | None = await self._scalar(select(func.min(tables.c.due)).where(tables.c.due > IN_MEMORY))
        return found

    async def mark_unloaded(self, unloaded: Collection[UnloadedTable], instance: str | None = None) -> None:
        async def write(connection: AsyncConnection) -> None:
            for table in unloaded:
                mine = tables.c.id == table.id, OPEN, tables.c.instance.is_not_distinct_from(instance)
                newest = literal(table.version) == NEWEST_ENTRY
                await connection.execute(update(tables).where(*mine, newest).values(**table._asdict(), instance=None))
                if instance is not None:
                    await connection.execute(update(tables).where(*mine).values(instance=None))

        await self.write(write)

    # ---- several instances --------------------------------------------------------------------------

    async def claim(self, ids: Collection[str], instance: str, now: int) -> dict[str, str | None]:
        query = select(tables.c.id, tables.c.instance).where(tables.c.id.in_(ids), OPEN, _is_free(instance, now))
        return await self._take(query.order_by(tables.c.id).with_for_update(), instance)

    async def take_orphans(self, instance: str, now: int, limit: int) -> dict[str, str | None]:
        in_memory = OPEN, tables.c.due == IN_MEMORY, tables.c.unreadable.is_(False)
        # Those that are ours are in our memory.
        free = _is_free(instance, now), tables.c.instance.is_distinct_from(instance)
        query = select(tables.c.id, tables.c.instance).where(*in_memory, *free).order_by(tables.c.id).limit(limit)
        return await self._take(query.with_for_update(skip_locked=True), instance)

    async def held_by(self, instance: str) -> list[str]:
        held = OPEN, tables.c.due == IN_MEMORY, tables.c.unreadable.is_(False), tables.c.instance == instance
        async with self.reading() as connection:
            return list((await connection.execute(select(tables.c.id).where(*held))).scalars())

    async def _take(self, query: Select[Any], instance: str) -> dict[str, str | None]:
        async def take(connection: AsyncConnection) -> dict[str, str | None]:
            before = {row.id: row.instance for row in await connection.execute(query)}
            taken = {"instance": instance, "due": IN_MEMORY}
            if before:
                await connection.execute(update(tables).where(tables.c.id.in_(before)).values(taken))
            return before

        taken: dict[str, str | None] = await self.write(take)
        return taken

    async def positions(self, ids: Collection[str], now: int) -> list[TablePosition]:
        living = tables.c.instance.in_(living_ids(now))
        columns = tables.c.id, NEWEST_ENTRY, NEWEST_LINE, tables.c.instance, living
        async with self.reading() as connection:
            return [
                TablePosition(id, version or 0, said or 0, instance, bool(held))
                for some in batched(ids, IDS_AT_A_TIME)
                for id, version, said, instance, held in await connection.execute(
                    select(*columns).where(tables.c.id.in_(some))
                )
            ]

    async def entries_after(self, versions: Mapping[str, int]) -> dict[str, list[LogRow]]:
        found: dict[str, list[LogRow]] = {}
        with self.reading_failures():
            for id, number, at, entry in await self._database.entries_after(versions):
                found.setdefault(id, []).append((number, at, entry))
        return found

    async def mark_unreadable(self, id: str, unreadable: bool) -> None:
        async def write(connection: AsyncConnection) -> None:
            due = None if unreadable else IN_MEMORY
            await connection.execute(update(tables).where(tables.c.id == id).values(unreadable=unreadable, due=due))

        await self.write(write)

    async def unreadable(self) -> int:
        return int(await self._scalar(select(func.count()).select_from(tables).where(OPEN, tables.c.unreadable)))


def _is_free(instance: str, now: int) -> ColumnElement[bool]:
    """No other instance looks after it, or that one has died."""
    holder = tables.c.instance
    return or_(holder.is_(None), holder == instance, holder.not_in(living_ids(now)))


async def read_log(connection: AsyncConnection, id: str, after: int = 0) -> list[LogRow]:
    """A table's entries after the one of that number."""
    query = select(log.c.number, log.c.at, log.c.entry).where(log.c.table_id == id, log.c.number > after)
    return [(number, at, entry) for number, at, entry in await connection.execute(query.order_by(log.c.number))]
