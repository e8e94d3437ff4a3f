"""The newest time in the database: the server's clock must not be behind it."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.sql.schema import chat, games, imports, log, people, tables, tokens


async def newest_time(connection: AsyncConnection) -> int:
    """Milliseconds since 1970; 0 for an empty database.

    Of the logs only those of open tables are read: a closed one was touched when it was closed.
    """
    open_ = select(tables.c.id).where(tables.c.phase != "closed")
    queries = [
        select(func.max(log.c.at)).where(log.c.table_id.in_(open_)),
        *(
            select(func.max(column))
            for column in (
                tables.c.touched,
                people.c.created,
                people.c.seen,
                tokens.c.created,
                tokens.c.used,
                chat.c.at,
                games.c.ended,
                imports.c.created,
            )
        ),
    ]
    return max([await connection.scalar(query) or 0 for query in queries])
