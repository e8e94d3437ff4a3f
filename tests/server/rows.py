"""Looking into the database, and putting rows there: the same on every database."""

from __future__ import annotations

from typing import Any

from wonderland.server.store.sql.part import SqlPart
from wonderland.server.store.sql.schema import metadata
from wonderland.server.store.store import Store


async def read_rows(store: Store, query: Any) -> list[Any]:
    """The rows of a query."""
    async with _part(store).reading() as connection:
        return list((await connection.execute(query)).all())


async def write_rows(store: Store, *statements: Any) -> None:
    """Execute statements in one transaction; each may be a pair of a statement and its rows."""

    async def work(connection: Any) -> None:
        for statement in statements:
            await connection.execute(*(statement if isinstance(statement, tuple) else (statement,)))

    await _part(store).write(work)


async def tables_with(store: Store, text: str) -> list[str]:
    """The tables of the database in which a text is anywhere."""
    return [table.name for table in metadata.sorted_tables if text in repr(await read_rows(store, table.select()))]


async def all_rows(store: Store) -> str:
    """Everything in the database, as text."""
    return "\n".join([repr(await read_rows(store, table.select())) for table in metadata.sorted_tables])


def _part(store: Store) -> SqlPart:
    assert isinstance(store, SqlPart)
    return store
