"""The queue of jobs in SQL that every database understands.

A job is taken within one transaction: on SQLite there is one writer at a time, on PostgreSQL the row is locked and
others pass it over. A worker that has lost its lease finds neither its name nor its attempt in the row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, and_, case, delete, func, insert, or_, select, text, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.ids import new_id
from wonderland.server.store.database import Database, Work
from wonderland.server.store.job_store import (
    GIVEN_UP,
    MAX_JOB_ATTEMPTS,
    JobRow,
    QueueChanges,
    TakenJob,
    WorkerRow,
)
from wonderland.server.store.journal import Journal
from wonderland.server.store.sql.part import SqlPart
from wonderland.server.store.sql.schema import jobs, workers

#: Every statement here changes rows by what they hold at that moment, so nothing has to be serializable. It would also
#: collide all the time: whoever takes a job looks at the same rows as everybody else.
READ_COMMITTED = text("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
#: Where PostgreSQL tells others of changes, once they are committed (``postgres/notified_changes.py``).
JOBS_CHANNEL = "wonderland_jobs"
NOTIFY = text(f"NOTIFY {JOBS_CHANNEL}")
KEEP_WORKER_MS = 60_000  #: after which a worker that was not seen is forgotten


class SqlJobs(SqlPart):
    """Implements ``JobStore``."""

    def __init__(self, database: Database, journal: Journal) -> None:
        super().__init__(database, journal)
        self.changes: QueueChanges = database.changes()

    # ---- those who want something done -----------------------------------------------------------------

    async def add(self, kind: str, payload: bytes, *, keep_ms: int) -> str:
        id = new_id()

        async def work(connection: AsyncConnection) -> None:
            now = self._now()
            await connection.execute(insert(jobs).values(new_row(id, kind, payload, now, keep_ms)))

        await self._transact(work, notify=True)
        self.changes.look_often()
        return id

    async def before(self, id: str) -> int:
        own = jobs.alias("own")
        older = tuple_(jobs.c.created, jobs.c.id) < tuple_(own.c.created, own.c.id)
        open_ = and_(jobs.c.finished.is_(None), jobs.c.expires > self._now())
        query = select(func.count()).select_from(jobs.join(own, and_(jobs.c.kind == own.c.kind, older)))
        return int((await self._read(query.where(own.c.id == id, open_)))[0][0])

    async def read(self, ids: Sequence[str]) -> dict[str, JobRow]:
        columns = (jobs.c.id, jobs.c.leased_until, jobs.c.progress, jobs.c.finished, jobs.c.result, jobs.c.error)
        found = await self._read(select(*columns).where(jobs.c.id.in_(ids)))
        now = self._now()
        return {
            row.id: JobRow(
                row.leased_until is not None and row.leased_until > now,
                row.progress,
                row.finished is not None,
                row.result,
                row.error,
            )
            for row in found
        }

    async def remove(self, ids: Sequence[str]) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(jobs).where(jobs.c.id.in_(ids)))

        await self._transact(work)

    # ---- workers ---------------------------------------------------------------------------------------

    async def take(self, worker: str, kinds: Sequence[str], *, lease_ms: Mapping[str, int]) -> TakenJob | None:
        places = {kind: place for place, kind in enumerate(kinds)}

        def oldest() -> Select[Any]:
            order = case(places, value=jobs.c.kind)
            free = select(jobs.c.id).where(_free(kinds, self._now()))
            return free.order_by(order, jobs.c.created, jobs.c.id).limit(1)

        async def work(connection: AsyncConnection) -> TakenJob | None:
            now = self._now()
            until = case({kind: now + lease_ms[kind] for kind in kinds}, value=jobs.c.kind)
            lease = {"worker": worker, "attempts": jobs.c.attempts + 1, "leased_until": until}
            chosen = oldest().with_for_update(skip_locked=True).scalar_subquery()
            taking = update(jobs).where(jobs.c.id == chosen).values(lease)
            columns = (jobs.c.id, jobs.c.kind, jobs.c.payload, jobs.c.worker, jobs.c.attempts)
            row = (await connection.execute(taking.returning(*columns))).first()
            return TakenJob(*row) if row else None

        # Most of the time there is nothing, and who only reads holds up nobody's writing.
        if not places or not await self._read(oldest()):
            return None
        self.changes.look_often()
        taken: TakenJob | None = await self._transact(work)
        return taken

    async def renew(self, job: TakenJob, progress: float, *, lease_ms: int) -> bool:
        async def work(connection: AsyncConnection) -> bool:
            now = self._now()
            higher = case((jobs.c.progress < progress, progress), else_=jobs.c.progress)
            held = and_(_held(job), jobs.c.expires > now)
            lease = {"leased_until": now + lease_ms, "progress": higher}
            return (await connection.execute(update(jobs).where(held).values(lease))).rowcount == 1

        held: bool = await self._transact(work, notify=True)
        return held

    async def finish(self, job: TakenJob, result: bytes | None, error: str | None = None) -> bool:
        async def work(connection: AsyncConnection) -> bool:
            done: dict[str, Any] = {"finished": self._now(), "result": result, "error": error}
            if error is None:
                done["progress"] = 1.0
            return (await connection.execute(update(jobs).where(_held(job)).values(done))).rowcount == 1

        held: bool = await self._transact(work, notify=True)
        return held

    async def give_back(self, job: TakenJob) -> None:
        async def work(connection: AsyncConnection) -> None:
            free = {"worker": None, "leased_until": None, "attempts": job.attempt - 1}
            await connection.execute(update(jobs).where(_held(job)).values(free))

        await self._transact(work, notify=True)

    async def see_worker(self, worker: str, kinds: Sequence[str]) -> None:
        async def work(connection: AsyncConnection) -> None:
            seen = {"kinds": msgspec.json.encode(list(kinds)).decode(), "seen": self._now()}
            if not (await connection.execute(update(workers).where(workers.c.id == worker).values(seen))).rowcount:
                await connection.execute(insert(workers).values(id=worker, **seen))
            await self._clean(connection)

        await self._transact(work)

    async def remove_worker(self, worker: str) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(workers).where(workers.c.id == worker))

        await self._transact(work)

    async def workers(self, *, within_ms: int) -> list[WorkerRow]:
        seen = select(workers.c.id, workers.c.kinds, workers.c.seen).where(workers.c.seen > self._now() - within_ms)
        return [
            WorkerRow(row.id, tuple(msgspec.json.decode(row.kinds, type=list[str])), row.seen)
            for row in await self._read(seen)
        ]

    async def clean(self) -> None:
        await self._transact(self._clean)

    # ---- both ------------------------------------------------------------------------------------------

    async def _clean(self, connection: AsyncConnection) -> None:
        now = self._now()
        tried = and_(jobs.c.finished.is_(None), jobs.c.attempts >= MAX_JOB_ATTEMPTS, jobs.c.leased_until <= now)
        await connection.execute(update(jobs).where(tried).values(finished=now, error=GIVEN_UP))
        await connection.execute(delete(jobs).where(jobs.c.expires <= now))
        await connection.execute(delete(workers).where(workers.c.seen <= now - KEEP_WORKER_MS))

    async def _transact(self, work: Work, *, notify: bool = False) -> Any:
        """Run a work; with ``notify`` those who wait for changes hear of it."""

        async def run(connection: AsyncConnection) -> Any:
            if connection.dialect.name != "postgresql":
                return await work(connection)
            await connection.execute(READ_COMMITTED)
            result = await work(connection)
            if notify:
                await connection.execute(NOTIFY)
            return result

        return await self.write(run)

    async def _read(self, query: Select[Any]) -> Sequence[Any]:
        async with self.reading() as connection:
            found: Sequence[Any] = (await connection.execute(query)).all()
        return found

    def _now(self) -> int:
        return int(self._database.wall() * 1000)


def new_row(id: str, kind: str, payload: bytes, now: int, keep_ms: int) -> dict[str, Any]:
    """The row of a new job."""
    return {"id": id, "kind": kind, "payload": payload, "created": now, "expires": now + keep_ms}


def _free(kinds: Sequence[str], now: int) -> ColumnElement[bool]:
    return and_(
        jobs.c.finished.is_(None),
        jobs.c.kind.in_(kinds),
        jobs.c.expires > now,
        jobs.c.attempts < MAX_JOB_ATTEMPTS,
        or_(jobs.c.leased_until.is_(None), jobs.c.leased_until <= now),
    )


def _held(job: TakenJob) -> ColumnElement[bool]:
    return and_(
        jobs.c.id == job.id,
        jobs.c.finished.is_(None),
        jobs.c.worker == job.worker,
        jobs.c.attempts == job.attempt,
    )
