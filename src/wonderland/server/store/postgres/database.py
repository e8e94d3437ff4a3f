"""``Database`` over PostgreSQL: one connection appends to the log, one follows it; pools for works and for queries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import event
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from wonderland.core.errors import NotAllowed
from wonderland.server.errors import NotRead, NotSaved
from wonderland.server.store.copies import save
from wonderland.server.store.database import CommitInDoubt, Durability, Work, WorkResult
from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.log_rows import LogAppend, LogEntryRow
from wonderland.server.store.migration import check_current, newest_revision
from wonderland.server.store.postgres.failures import failure_cause, not_saved_error, opening_error
from wonderland.server.store.postgres.log_reader import LogReader
from wonderland.server.store.postgres.log_writer import LogWriter
from wonderland.server.store.postgres.migration import migrate, revision
from wonderland.server.store.postgres.notified_changes import NotifiedChanges
from wonderland.server.store.postgres.store_clock import StoreClock
from wonderland.server.store.postgres.works import WorkRunner
from wonderland.server.store.sqlite.backup import backup_name

MAX_READERS = 8
MAX_WORKS = 8  #: that run at the same time
POOL_TIMEOUT_SECONDS = 10.0  #: to wait for one of these connections
CONNECT_TIMEOUT_SECONDS = 5.0
QUERY_TIMEOUT_SECONDS = 30.0  #: after which a server that does not answer counts as lost


class PostgresDatabase:
    """Works run at the same time, each in a serializable transaction; appends wait for none of them."""

    concurrent = True

    def __init__(self, url: DatabaseUrl, durability: Durability = "full", shared: bool = False) -> None:
        """``shared``: other instances use the database, too."""
        self.url = url
        self._durability = durability
        self._readers = self._engine(MAX_READERS, "REPEATABLE READ", postgresql_readonly=True)
        self._writers = self._engine(MAX_WORKS, "SERIALIZABLE")
        self._works = WorkRunner(self._writers, self._readers)
        self.log_writer = LogWriter(self._connect, shared)
        self._log_reader = LogReader(self._connect)
        self._clock = StoreClock(self._readers)
        self._changes = NotifiedChanges(self._connect)

    async def migrate(self, backups: Path | None) -> Path | None:
        try:
            kept = await self._save_older(backups) if backups else None
            await migrate(self._writers, self.url)
        except NotAllowed:
            raise
        except Exception as problem:
            raise _opening_error(problem, self.url) from None
        return kept

    async def _save_older(self, backups: Path) -> Path | None:
        """A backup of a database that is about to be changed."""
        async with self._readers.connect() as connection:
            found = await revision(connection, self.url)
        if found in (None, newest_revision()):
            return None
        return await save(self.url, backups / backup_name(f"before-{newest_revision()}"))

    async def check_version(self) -> None:
        try:
            async with self._readers.connect() as connection:
                check_current(await revision(connection, self.url), self.url)
        except Exception as problem:
            raise _opening_error(problem, self.url) from None

    async def open(self) -> None:
        try:
            await self.log_writer.open()
            await self._clock.start()
        except Exception as problem:
            raise _opening_error(problem, self.url) from None

    async def open_beside(self) -> None:
        await self.check_version()
        try:
            await self._clock.start()
        except Exception as problem:
            raise _opening_error(problem, self.url) from None

    async def close(self) -> None:
        await self._clock.stop()
        await self._changes.close()
        await self._log_reader.close()
        await self.log_writer.close()
        await self._readers.dispose()
        await self._writers.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        with self._reading_failures():
            async with self._readers.connect() as connection:
                yield connection

    async def entries_after(self, versions: Mapping[str, int]) -> list[LogEntryRow]:
        with self._reading_failures():
            return await self._log_reader.entries_after(versions)

    @contextmanager
    def _reading_failures(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as problem:
            raise NotRead(self.failure(problem).key) from problem

    async def append(self, appends: Sequence[LogAppend]) -> list[Exception | None]:
        try:
            return await self.log_writer.write(appends)
        except CommitInDoubt:
            raise
        except Exception as problem:
            raise self._known(problem) from problem

    async def transact(self, works: Sequence[Work]) -> list[WorkResult]:
        return await asyncio.gather(*map(self._run, works))

    async def _run(self, work: Work) -> WorkResult:
        try:
            return await self._works.run(work)
        except CommitInDoubt:
            raise
        except Exception as problem:
            raise self._known(problem) from problem

    def failure(self, problem: BaseException) -> NotSaved:
        return not_saved_error(problem)

    def _known(self, problem: Exception) -> Exception:
        """The refusal for a failure of the database; anything else is a mistake of ours, and ends the journal."""
        from_database = isinstance(problem, asyncpg.PostgresError) or hasattr(problem, "orig")
        return self.failure(problem) if from_database or failure_cause(problem) != "unknown" else problem

    def wall(self) -> float:
        return self._clock.now()

    def changes(self) -> NotifiedChanges:
        return self._changes

    async def _connect(self) -> asyncpg.Connection:
        # Compiling our small queries would take longer than running them.
        settings = {"application_name": "wonderland", "jit": "off"}
        if self._durability == "normal":
            settings["synchronous_commit"] = "off"
        return await asyncpg.connect(
            self.url.dsn,
            timeout=CONNECT_TIMEOUT_SECONDS,
            command_timeout=QUERY_TIMEOUT_SECONDS,
            server_settings=settings,
        )

    def _engine(self, size: int, isolation: Any, **options: Any) -> AsyncEngine:
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connect,
            isolation_level=isolation,
            execution_options=options,
            pool_size=size,
            max_overflow=0,
            pool_timeout=POOL_TIMEOUT_SECONDS,
            hide_parameters=True,  # they may be cards
        )

        def check(connection: Any, *_: object) -> None:
            """A connection that ended while it lay in the pool is replaced; asking the server would cost a trip."""
            if connection.driver_connection.is_closed():
                raise DisconnectionError

        event.listen(engine.sync_engine, "checkout", check)
        return engine


def _opening_error(problem: Exception, url: DatabaseUrl) -> NotAllowed:
    return problem if isinstance(problem, NotAllowed) else opening_error(problem, url)
