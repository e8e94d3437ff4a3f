"""Opening the queue of a store beside a server: nothing is made, migrated or locked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from wonderland.core.errors import NotAllowed
from wonderland.server.settings import Settings
from wonderland.server.store.job_store import JobStore
from wonderland.server.store.journal import Journal
from wonderland.server.store.migration import check_revision, newest_revision
from wonderland.server.store.sql.jobs import SqlJobs
from wonderland.server.store.sqlite import backup
from wonderland.server.store.sqlite.database import Database


class OpenQueue(NamedTuple):
    """The queue, and the journal that writes it, which may fail for good."""

    jobs: JobStore
    journal: Journal


@asynccontextmanager
async def open_queue(settings: Settings) -> AsyncIterator[OpenQueue]:
    """The queue of the server with these settings. A store that is not there, or of another version, is refused."""
    path = settings.data / "wonderland.db"
    found = await asyncio.to_thread(backup.revision, path)
    if found is None:
        raise NotAllowed("worker_no_database", database=path)
    check_revision(path, found)
    if found != newest_revision():
        raise NotAllowed("worker_database_older", database=path, found=found, known=newest_revision())
    # Jobs need not survive a power cut: whoever waits for one asks again.
    database = Database(path, "normal")
    journal = Journal(database)
    try:
        await database.open()
        journal.start()
        yield OpenQueue(SqlJobs(database, journal), journal)
    finally:
        await journal.close()
        await database.close()
