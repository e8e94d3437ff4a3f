"""What admin commands and probes ask of the database."""

from __future__ import annotations

from sqlalchemy import func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.admin_store import OpenTable
from wonderland.server.store.sql.part import SqlPart
from wonderland.server.store.sql.schema import log, tables

TOUCH_SQL = text("UPDATE alembic_version SET version_num = version_num")


class SqlAdmin(SqlPart):
    """Implements ``AdminStore``."""

    async def count_tables(self) -> dict[str, int]:
        query = select(tables.c.phase, func.count().label("number")).group_by(tables.c.phase)
        async with self.reading() as connection:
            return {row.phase: row.number for row in await connection.execute(query)}

    async def open_tables(self, most: int) -> list[OpenTable]:
        columns = [tables.c[name] for name in OpenTable.__struct_fields__]
        query = select(*columns).where(tables.c.phase != "closed").order_by(tables.c.touched.desc(), tables.c.id)
        return await self.rows(query.limit(most), OpenTable)

    async def close_table(self, table: str, entry: bytes, now: int) -> None:
        async def work(connection: AsyncConnection) -> None:
            newest = select(log.c.number, log.c.at).where(log.c.table_id == table).order_by(log.c.number.desc())
            last = (await connection.execute(newest.limit(1))).one_or_none()
            # A table's time never goes back, whatever the clock says.
            number, at = (last.number + 1, max(now, last.at)) if last else (1, now)
            await connection.execute(insert(log).values(table_id=table, number=number, at=at, entry=entry))
            closed = {"phase": "closed", "touched": at, "version": number, "joinable": False}
            empty = {"invite": None, "due": None, "summary": b""}
            await connection.execute(update(tables).where(tables.c.id == table).values({**closed, **empty}))

        await self.write(work)

    async def touch(self) -> None:
        await self.write(lambda on: on.execute(TOUCH_SQL))
