"""What admin commands and probes ask of the database."""

from __future__ import annotations

from sqlalchemy import func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.admin_store import OpenTable
from wonderland.server.store.sql.part import SqlPart, is_text
from wonderland.server.store.sql.schema import log, tables

OPEN_TABLES = select(*(tables.c[name] for name in OpenTable.__struct_fields__)).where(tables.c.phase != "closed")
TOUCH_SQL = text("UPDATE alembic_version SET version_num = version_num")


class SqlAdmin(SqlPart):
    """Implements ``AdminStore``."""

    async def count_tables(self) -> dict[str, int]:
        query = select(tables.c.phase, func.count().label("number")).group_by(tables.c.phase)
        async with self.reading() as connection:
            return {row.phase: row.number for row in await connection.execute(query)}

    async def open_tables(self, most: int) -> list[OpenTable]:
        return await self.rows(OPEN_TABLES.order_by(tables.c.touched.desc(), tables.c.id).limit(most), OpenTable)

    async def open_table(self, id: str) -> OpenTable | None:
        return await self.row(OPEN_TABLES.where(tables.c.id == id), OpenTable) if is_text(id) else None

    async def close_table(self, id: str, entry: bytes, now: int) -> None:
        async def work(connection: AsyncConnection) -> None:
            newest = select(func.max(log.c.number)).where(log.c.table_id == id)
            number: int = (await connection.scalar(newest) or 0) + 1
            await connection.execute(insert(log).values(table_id=id, number=number, at=now, entry=entry))
            closed = {"phase": "closed", "touched": now, "version": number, "joinable": False}
            empty = {"invite": None, "due": None, "summary": b""}
            await connection.execute(update(tables).where(tables.c.id == id).values({**closed, **empty}))

        await self.write(work)

    async def touch(self) -> None:
        await self.write(lambda on: on.execute(TOUCH_SQL))
