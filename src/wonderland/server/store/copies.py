"""Copies of whole databases, of either kind into either kind: what a move, a backup and a restore are made of."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path

from sqlalchemy import Table
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.core.errors import NotAllowed
from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.migration import check_revision, migrate, newest_revision
from wonderland.server.store.sql import copying, replaying
from wonderland.server.store.sql.copying import Progress, Row, TableSums, Target
from wonderland.server.store.sql.replaying import StoredGame, StoredLog
from wonderland.server.store.sqlite import backup
from wonderland.server.store.sqlite import copies as sqlite


def _no_progress(table: str, done: int, total: int) -> None:
    pass


class Contents:
    """Everything in a database, as it was at one moment."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def rows(self, table: Table) -> AsyncIterator[list[Row]]:
        """The rows of a table, in batches."""
        return copying.batches(self._connection, table)

    def logs(self) -> AsyncIterator[StoredLog]:
        return replaying.stored_logs(self._connection)

    def games(self) -> AsyncIterator[StoredGame]:
        return replaying.stored_games(self._connection)

    async def sums(self, progress: Progress = _no_progress) -> TableSums:
        """A sum over the rows of each table."""
        return await copying.sum_rows(self._connection, progress)

    async def copy_to(self, target: Target, progress: Progress = _no_progress) -> TableSums:
        """Copy everything; the sums are those of what was read."""
        return await copying.copy_rows(self._connection, target, progress)


@asynccontextmanager
async def snapshot(url: DatabaseUrl, *, alone: bool = False) -> AsyncIterator[Contents]:
    """A database of the newest revision as it is now, and stays while it is read.

    With ``alone`` a PostgreSQL database that a server uses is refused; a file's server has the lock of its folder.
    """
    async with _snapshot(url, alone) as (connection, found):
        check_revision(url, found)
        if found != newest_revision():
            raise NotAllowed("migrate_older", database=url, found=found, known=newest_revision())
        yield Contents(connection)


@asynccontextmanager
async def _snapshot(url: DatabaseUrl, alone: bool = False) -> AsyncIterator[tuple[AsyncConnection, str]]:
    if url.file:
        context = sqlite.snapshot(url.file)
    else:
        from wonderland.server.store.postgres import copies as postgres

        context = postgres.snapshot(url, alone)
    async with context as (connection, found):
        if found is None:
            raise NotAllowed("migrate_nothing", database=url)
        yield connection, found


@asynccontextmanager
async def empty_database(url: DatabaseUrl) -> AsyncIterator[Target]:
    """A database with nothing in it: filled when the block ends, and still empty, or not there, if that raises."""
    if url.file:
        async with sqlite.new_database(url.file) as target:
            yield target
    else:
        from wonderland.server.store.postgres import copies as postgres

        async with postgres.locked(url, alone=True) as connection:
            if await copying.has_rows(connection):
                raise NotAllowed("migrate_not_empty", database=url)
            yield postgres.target(connection)


async def save(url: DatabaseUrl, to: Path) -> Path:
    """Write a backup while the database may be in use: one file of SQLite, whatever the database is."""
    if url.file:
        return await asyncio.to_thread(backup.save, url.file, to)
    async with _snapshot(url) as (connection, found), sqlite.new_database(to, found) as target:
        await Contents(connection).copy_to(target)
    return to


@contextmanager
def prepared(file: Path, folder: Path) -> Iterator[Path]:
    """A copy of a backup in ``folder``, checked and brought to the newest revision; removed afterwards."""
    backup.check_backup(file)
    check_revision(file, backup.revision(file))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with backup.unfinished(folder / backup.backup_name("restoring")) as fresh:
        backup.copy(file, fresh)
        migrate(fresh, backups=None)
        yield fresh


async def replace(url: DatabaseUrl, fresh: Path, kept: Path, *, alone: bool) -> Path | None:
    """Replace everything by what a prepared copy holds, after a backup as ``kept``; None if nothing was there.

    ``alone``: no server uses the database, and none may meanwhile.
    """
    if url.file:
        return await asyncio.to_thread(_replace_file, url.file, fresh, kept)
    from wonderland.server.store.postgres import copies as postgres

    async with snapshot(DatabaseUrl(fresh)) as contents, postgres.locked(url, alone) as connection:
        there = await copying.has_rows(connection)
        if there:
            async with sqlite.new_database(kept) as target, postgres.closing_cursors(connection):
                await Contents(connection).copy_to(target)
            await postgres.remove_all_rows(connection)
        await contents.copy_to(postgres.target(connection))
    return kept if there else None


def _replace_file(path: Path, fresh: Path, kept: Path) -> Path | None:
    there = path.exists()
    if there:
        backup.save(path, kept)
    backup.copy(fresh, path)
    return kept if there else None


async def restore(url: DatabaseUrl, file: Path, backups: Path) -> Path | None:
    """Replace everything by a backup, once that is checked. No server may use the database.

    Gives a backup of what was there before.
    """
    with ExitStack() as stack:
        fresh = await asyncio.to_thread(stack.enter_context, prepared(file, url.file.parent if url.file else backups))
        return await replace(url, fresh, backups / backup.backup_name("before-restore"), alone=True)
