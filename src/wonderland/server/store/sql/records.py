"""Uploaded records."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence

import msgspec
from msgspec.structs import asdict
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.record_store import RecordSummary, UploadedRecord
from wonderland.server.store.sql.part import SqlPart, is_text
from wonderland.server.store.sql.schema import imports, people

RECORD_COLUMNS = tuple(imports.c[name] for name in UploadedRecord.__struct_fields__)


class SqlRecords(SqlPart):
    """Implements ``RecordStore``."""

    async def add(
        self, record: UploadedRecord, players: Sequence[str], person: str, check: Callable[[bool, int], None]
    ) -> None:
        kind = select(people.c.kind).where(people.c.id == person)
        has = select(func.count()).select_from(imports).where(imports.c.person == person)
        new = {**asdict(record), "person": person, "players": msgspec.json.encode(players)}

        async def work(connection: AsyncConnection) -> None:
            check(await connection.scalar(kind) == "gone", await connection.scalar(has) or 0)
            await connection.execute(insert(imports).values(new))

        await self.write(work)

    async def find(self, id: str) -> UploadedRecord | None:
        query = select(*RECORD_COLUMNS).where(imports.c.id == id)
        return await self.row(query, UploadedRecord) if is_text(id) else None

    async def of_person(self, person: str) -> list[RecordSummary]:
        # The players are a column of their own: the records of one person may have megabytes together.
        query = select(imports.c.id, imports.c.created, imports.c.game, imports.c.players)
        query = query.where(imports.c.person == person).order_by(imports.c.created.desc(), imports.c.id)
        async with self.reading() as connection:
            rows = await connection.execute(query)
            return [
                RecordSummary(id=id, created=created, game=game, players=msgspec.json.decode(players))
                for id, created, game, players in rows
            ]

    async def drop(self, id: str, person: str) -> bool:
        if not is_text(id):
            return False
        statement = delete(imports).where(imports.c.id == id, imports.c.person == person)

        async def work(connection: AsyncConnection) -> bool:
            return (await connection.execute(statement)).rowcount == 1

        dropped: bool = await self.write(work)
        return dropped

    def export(self, person: str) -> AsyncGenerator[Sequence[UploadedRecord], None]:
        query = select(*RECORD_COLUMNS).where(imports.c.person == person)
        return self.pages(query.order_by(imports.c.created, imports.c.id), UploadedRecord)
