"""Bringing a PostgreSQL database to the schema of this version, in one transaction."""

from __future__ import annotations

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from wonderland.core.errors import NotAllowed
from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.migration import alembic_config, check_revision, newest_revision

#: Of the advisory lock that a migration holds: of two servers that start at once the second waits, and finds it done.
LOCK_KEY = 0x576F6E64_4D696772
#: The comment on alembic's table, by which a database is known as ours: others use alembic, too.
MARK = "Wonderland"
TABLES = text("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")
OWN_MARK = text("SELECT obj_description(to_regclass('alembic_version'), 'pg_class')")
REVISION = text("SELECT version_num FROM alembic_version")


async def migrate(engine: AsyncEngine, url: DatabaseUrl) -> None:
    """Bring the database to the newest revision; an empty one gets all tables.

    A database of a later version of Wonderland, or one with tables of something else, is refused and left as it is.
    """
    async with engine.connect() as connection:
        if await revision(connection, url) == newest_revision():
            return
    async with engine.connect() as connection:
        # Serializable would be too strict: the second of two must see what the first has done.
        await connection.execution_options(isolation_level="READ COMMITTED")
        async with connection.begin():
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK_KEY})
            if await revision(connection, url) != newest_revision():
                await connection.run_sync(_upgrade)
                await connection.execute(text(f"COMMENT ON TABLE alembic_version IS '{MARK}'"))


async def revision(connection: AsyncConnection, url: DatabaseUrl) -> str | None:
    """The schema's revision of a database of ours; None for an empty database. Anything else is refused."""
    if await connection.scalar(OWN_MARK) != MARK:
        if await connection.scalar(TABLES):
            raise NotAllowed("database_not_ours", database=str(url))
        return None
    found = await connection.scalar(REVISION)
    check_revision(url, found)
    return str(found)


def _upgrade(connection: Connection) -> None:
    from alembic import command

    command.upgrade(alembic_config(connection), "head")
