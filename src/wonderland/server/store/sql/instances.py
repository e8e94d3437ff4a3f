"""The list of instances."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.instance_store import FORGET_AFTER_MS, LEASE_MS, Instance, OtherSecrets
from wonderland.server.store.sql.part import SqlPart
from wonderland.server.store.sql.schema import instances, tables

COLUMNS = tuple(instances.c[name] for name in Instance.__struct_fields__)


def living_ids(now: int) -> Select[Any]:
    """The instances whose leases hold. One that is draining has given its own up."""
    return select(instances.c.id).where(instances.c.seen > now - LEASE_MS, instances.c.draining.is_(False))


class SqlInstances(SqlPart):
    """Implements ``InstanceStore``."""

    async def beat(self, mine: Instance) -> list[Instance]:
        values = msgspec.structs.asdict(mine)

        async def work(connection: AsyncConnection) -> list[Instance]:
            noted = await connection.execute(
                update(instances).where(instances.c.id == mine.id).values(seen=mine.seen, draining=mine.draining)
            )
            found = [Instance(**row._mapping) for row in await connection.execute(select(*COLUMNS))]
            others = [one for one in found if one.id != mine.id]
            if not noted.rowcount:
                if any(one.lives(mine.seen) and one.secrets != mine.secrets for one in others):
                    raise OtherSecrets
                await connection.execute(insert(instances).values(values))
            if any(mine.seen - one.seen > FORGET_AFTER_MS for one in others):
                await connection.execute(delete(instances).where(instances.c.seen < mine.seen - FORGET_AFTER_MS))
            return [mine, *others]

        listed: list[Instance] = await self.write(work)
        return listed

    async def all(self) -> list[Instance]:
        return await self.rows(select(*COLUMNS).order_by(instances.c.started), Instance)

    async def tables(self) -> dict[str, int]:
        query = select(tables.c.instance, func.count().label("number")).where(tables.c.instance.is_not(None))
        async with self.reading() as connection:
            return {row.instance: row.number for row in await connection.execute(query.group_by(tables.c.instance))}

    async def remove(self, id: str) -> None:
        await self.write(lambda on: on.execute(delete(instances).where(instances.c.id == id)))
