"""Opening the queue of a store beside a server: nothing is made, migrated or locked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from wonderland.server.settings import Settings
from wonderland.server.store.database import open_database
from wonderland.server.store.database_url import database_url
from wonderland.server.store.job_store import JobStore
from wonderland.server.store.journal import Journal
from wonderland.server.store.review_store import ReviewStore
from wonderland.server.store.sql.jobs import SqlJobs
from wonderland.server.store.sql.reviews import SqlReviews


class OpenQueue(NamedTuple):
    """The queue, the reviews, and the journal that writes them, which may fail for good."""

    jobs: JobStore
    reviews: ReviewStore
    journal: Journal


@asynccontextmanager
async def open_queue(settings: Settings) -> AsyncIterator[OpenQueue]:
    """The queue of the server with these settings. A store that is not there, or of another version, is refused."""
    # Jobs need not survive a power cut: whoever waits for one asks again.
    database = open_database(database_url(settings), "normal")
    journal = Journal(database)
    try:
        await database.open_beside()
        journal.start()
        yield OpenQueue(SqlJobs(database, journal), SqlReviews(database, journal), journal)
    finally:
        await journal.close()
        await database.close()
