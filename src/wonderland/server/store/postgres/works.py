"""Works on PostgreSQL: each in a SERIALIZABLE transaction of its own, many at a time, repeated when they collide.

So the same Python code is right on SQLite, where there is one writer, and here: a work that counted rows, or took the
highest number, while another work changed that, is run again.

**A commit in doubt.** Before its commit a transaction is asked for its number. When the connection ends during the
commit, PostgreSQL is asked what became of that number (``pg_xact_status``, which is made for this), and its session is
ended if it still runs. While that cannot be found out, nothing is answered; after a while ``CommitInDoubt`` ends the
server.
"""

from __future__ import annotations

import asyncio
from random import random
from typing import Any, NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from wonderland.server.store.database import CommitInDoubt, Work, WorkResult
from wonderland.server.store.postgres.failures import SERIALIZATION_FAILURES, failure_cause, is_lost, sqlstate

MAX_RUNS = 20  #: of one work, when others keep disturbing it
MAX_LOST_RUNS = 2  #: of one work, when its connection turns out to be lost before the commit
RETRY_SECONDS = 0.005  #: before the second run; twice as long before each further one, and by chance up to twice that
MAX_RETRY_SECONDS = 0.2
IN_DOUBT_SECONDS = 30.0  #: to find out whether a commit counts
IN_DOUBT_RETRY_SECONDS = 0.25

#: None for the number where nothing has been written.
OWN_TRANSACTION = text("SELECT pg_current_xact_id_if_assigned()::text, pg_backend_pid()")
TRANSACTION_STATUS = text("SELECT pg_xact_status(CAST(CAST(:number AS text) AS xid8))")
#: The error of ``pg_xact_status`` for a number of the future: the database crashed before anything of it was on disk.
NUMBER_NOT_GIVEN = "22023"
END_SESSION = text("SELECT pg_terminate_backend(:pid)")


class _Transaction(NamedTuple):
    """A transaction that is about to be committed."""

    number: str | None
    pid: int


class WorkRunner:
    """Runs works over ``writers``; ``readers`` tell what became of a commit in doubt."""

    def __init__(self, writers: AsyncEngine, readers: AsyncEngine) -> None:
        self._writers = writers
        self._readers = readers

    async def run(self, work: Work) -> WorkResult:
        """What the work gave, or its own exception. Raises the database's errors, and ``CommitInDoubt``."""
        lost = 0
        for attempt in range(MAX_RUNS):
            try:
                return await self._run_once(work)
            except CommitInDoubt:
                raise
            except Exception as problem:
                if is_lost(problem):
                    lost += 1
                    if lost == MAX_LOST_RUNS:
                        raise
                elif sqlstate(problem) not in SERIALIZATION_FAILURES or attempt + 1 == MAX_RUNS:
                    raise
            await asyncio.sleep(min(MAX_RETRY_SECONDS, RETRY_SECONDS * 2**attempt) * (1 + random()))
        raise AssertionError("the last run returns or raises")

    async def _run_once(self, work: Work) -> WorkResult:
        committing: _Transaction | None = None
        committed = False
        result: Any = None
        try:
            async with self._writers.connect() as connection:
                transaction = await connection.begin()
                try:
                    result = await work(connection)
                except Exception as problem:
                    if failure_cause(problem) != "unknown":
                        raise
                    await transaction.rollback()
                    return None, problem
                committing = _Transaction(*(await connection.execute(OWN_TRANSACTION)).one())
                await transaction.commit()
                committed = True
        except Exception as problem:
            if committed:
                return result, None  # the connection was lost afterwards
            if committing is None or committing.number is None or not is_lost(problem):
                raise
            if not await self._is_committed(committing):
                raise
        return result, None

    async def _is_committed(self, transaction: _Transaction) -> bool:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + IN_DOUBT_SECONDS
        while True:
            try:
                async with self._readers.connect() as connection:
                    status = await _status(connection, transaction)
            except Exception as problem:
                if sqlstate(problem) == NUMBER_NOT_GIVEN:
                    status = "aborted"
                elif is_lost(problem):
                    status = "unknown"
                else:
                    raise CommitInDoubt from problem
            if status in ("committed", "aborted"):
                return status == "committed"
            if loop.time() > deadline:
                raise CommitInDoubt
            await asyncio.sleep(IN_DOUBT_RETRY_SECONDS)


async def _status(connection: AsyncConnection, transaction: _Transaction) -> str:
    status = await connection.scalar(TRANSACTION_STATUS, {"number": transaction.number})
    if status == "in progress":
        await connection.execute(END_SESSION, {"pid": transaction.pid})
    # So old that PostgreSQL has forgotten it: not after seconds.
    return status or "unknown"
