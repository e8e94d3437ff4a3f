"""Bringing a PostgreSQL database to the schema of this version, in one transaction."""

from __future__ import annotations

import asyncio

import structlog
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from wonderland.core.errors import NotAllowed
from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.migration import alembic_config, check_revision, newest_revision
from wonderland.server.store.postgres.failures import sqlstate

#: Of the advisory lock that a migration holds: of two servers that start at once the second waits, and finds it done.
LOCK_KEY = 0x576F6E64_4D696772
#: The comment on alembic's table, by which a database is known as ours: others use alembic, too.
MARK = "Wonderland"
TABLES = text("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")
#: By a query of the catalogs, since ``to_regclass`` asks a cache of the session, in which a table may be missing that
#: another server has just made.
OWN_MARK = text(
    "SELECT description FROM pg_class JOIN pg_description ON objoid = pg_class.oid AND classoid = 'pg_class'::regclass "
    "WHERE relname = 'alembic_version' AND relnamespace = current_schema()::regnamespace AND objsubid = 0"
)
REVISION = text("SELECT version_num FROM alembic_version")
#: Whoever wants a table waits behind a migration that waits for it: so that waits for a moment only, lets the others
#: through, and tries again.
LOCK_TIMEOUT_MS = 2_000
LOCK_ATTEMPTS = 10
LOCK_RETRY_SECONDS = 2.0
LOCK_NOT_AVAILABLE = "55P03"  #: PostgreSQL's code

_logger = structlog.get_logger(__name__)


async def migrate(engine: AsyncEngine, url: DatabaseUrl) -> None:
    """Bring the database to the newest revision; an empty one gets all tables.

    A database of a later version of Wonderland, or one with tables of something else, is refused and left as it is; so
    is one whose tables somebody else does not release (a backup, a transaction that was left open).
    """
    async with engine.connect() as connection:
        if await revision(connection, url) == newest_revision():
            return
    for attempt in range(1, LOCK_ATTEMPTS + 1):
        try:
            await _migrate(engine, url)
            return
        except DBAPIError as problem:
            if sqlstate(problem) != LOCK_NOT_AVAILABLE:
                raise
        _logger.warning("migration_waits_for_tables", attempt=attempt, attempts=LOCK_ATTEMPTS)
        if attempt < LOCK_ATTEMPTS:
            await asyncio.sleep(LOCK_RETRY_SECONDS)
    raise NotAllowed("database_tables_locked", database=str(url))


async def _migrate(engine: AsyncEngine, url: DatabaseUrl) -> None:
    async with engine.connect() as connection:
        # Serializable would be too strict: the second of two must see what the first has done.
        await connection.execution_options(isolation_level="READ COMMITTED")
        async with connection.begin():
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK_KEY})
            # Not before: another server's migration may be waited for.
            await connection.execute(text(f"SET LOCAL lock_timeout = {LOCK_TIMEOUT_MS}"))
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
