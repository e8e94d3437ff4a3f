"""Queries about records that people brought along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.people import AnyRow
from wonderland.server.store.schema import imports


async def add(connection: AsyncConnection, **values: Any) -> None:
    await connection.execute(insert(imports).values(**values))


async def count(connection: AsyncConnection, person: str) -> int:
    query = select(func.count()).select_from(imports).where(imports.c.person == person)
    return await connection.scalar(query) or 0


async def find(connection: AsyncConnection, id_: str) -> AnyRow | None:
    return (await connection.execute(select(imports).where(imports.c.id == id_))).one_or_none()


async def of_person(connection: AsyncConnection, person: str) -> Sequence[AnyRow]:
    """All that somebody brought, newest first."""
    query = select(imports).where(imports.c.person == person).order_by(imports.c.created.desc(), imports.c.id)
    return (await connection.execute(query)).all()


async def drop(connection: AsyncConnection, id_: str, person: str) -> bool:
    """Only whoever brought it can drop it."""
    dropped = await connection.execute(delete(imports).where(imports.c.id == id_, imports.c.person == person))
    return dropped.rowcount == 1
