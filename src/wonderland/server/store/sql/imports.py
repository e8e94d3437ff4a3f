"""Queries about uploaded records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Text, cast, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.sql.people import AnyRow
from wonderland.server.store.sql.schema import imports


async def add(connection: AsyncConnection, **values: Any) -> None:
    await connection.execute(insert(imports).values(**values))


async def count(connection: AsyncConnection, person: str) -> int:
    query = select(func.count()).select_from(imports).where(imports.c.person == person)
    return await connection.scalar(query) or 0


async def find(connection: AsyncConnection, id_: str) -> AnyRow | None:
    return (await connection.execute(select(imports).where(imports.c.id == id_))).one_or_none()


async def of_person(connection: AsyncConnection, person: str) -> Sequence[AnyRow]:
    """A person's records, newest first; of each only its ``players``, as JSON."""
    # SQLite parses the records, outside the event loop: together they may have megabytes.
    players = func.json_extract(cast(imports.c.record, Text), "$.players").label("players")
    query = select(imports.c.id, imports.c.game, imports.c.created, players).where(imports.c.person == person)
    return (await connection.execute(query.order_by(imports.c.created.desc(), imports.c.id))).all()


async def drop(connection: AsyncConnection, id_: str, person: str) -> bool:
    """Only its owner can delete it."""
    dropped = await connection.execute(delete(imports).where(imports.c.id == id_, imports.c.person == person))
    return dropped.rowcount == 1
