"""All writing to the database, with group commit: what is appended while one transaction is being written goes into the
next one, together.

Nothing is acknowledged before it is on disk: callbacks run as soon as the commit has returned, in the order of
appending, while the next transaction is being written already. When a transaction fails, each of its jobs gets the
reason, and nothing of it is on disk. A problem with one table's entries affects that table only.

A work begins once everything that was appended before it is on disk or refused. SQLite runs the works that have
gathered in one transaction, while appends wait; PostgreSQL each in a task of its own, beside the appends.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.errors import LogConflict, NotSaved
from wonderland.server.store.database import CommitInDoubt, Database, DatabaseGone, WorkResult
from wonderland.server.store.failure_report import FailureReport
from wonderland.server.store.journal_job import Batch, Job, call, refused
from wonderland.server.store.log_rows import LogAppend, LogEntryRow, TableListChange

_logger = structlog.get_logger(__name__)

Result = TypeVar("Result")


class Journal:
    """Collects jobs and commits them. ``start`` needs a running event loop; ``close`` writes what is left.

    ``on_commit`` is called after every commit with the number of entries and the seconds it took, ``after_batch`` once
    every job of a transaction has been called back.
    """

    def __init__(
        self,
        database: Database,
        *,
        on_commit: Callable[[int, float], None] = lambda rows, seconds: None,
        after_batch: Callable[[], None] = lambda: None,
    ) -> None:
        self._database = database
        self._on_commit = on_commit
        self._after_batch = after_batch
        self._waiting: list[Job] = []
        self._wanted = asyncio.Event()
        self._closing = self._busy = False
        self._writer: asyncio.Task[None] | None = None
        #: The jobs that are being written now.
        self._writing: list[Job] = []
        #: Works that run beside the writer.
        self._works: dict[asyncio.Task[None], Job] = {}
        #: Why the last transaction failed; None when it did not.
        self.problem: NotSaved | None = None
        #: What ended the writer task. From then on every job is refused.
        self.failure: BaseException | None = None
        #: Called when the writer task has failed: the process must end. Observers, because the web server that ends the
        #: process is made after the journal.
        self.on_failure: list[Callable[[BaseException], None]] = []
        #: Asked before every transaction of appends: a reason to write none of them.
        self.refusal: Callable[[], NotSaved | None] | None = None
        self._report = FailureReport()

    @property
    def idle(self) -> bool:
        """Nothing waits and nothing is on its way to the disk."""
        return not self._waiting and not self._busy and not self._works

    def start(self) -> None:
        if self.failure:
            return
        self._closing = False
        self._writer = asyncio.create_task(self._write(), name="journal")
        self._writer.add_done_callback(self._ended)

    def append(
        self,
        rows: Sequence[LogEntryRow],
        then: Callable[[NotSaved | None], None],
        unless: Callable[[], NotSaved | None] = lambda: None,
        change: TableListChange | None = None,
    ) -> None:
        """Write a table's entries and what they change in the lists of tables. ``then`` is called with None once they
        are on disk, or with the reason why they are not: ``LogConflict`` if somebody else took the number.

        ``unless`` is called just before writing: a table whose last entries failed must not leave a gap in its log.
        Without rows ``then`` is called once all that was appended before is on disk.
        """
        if not rows and self.idle:
            then(unless())
        else:
            append = LogAppend(rows, change) if rows else None
            self._add(Job(append, None, then, unless))

    async def run(self, work: Callable[[AsyncConnection], Awaitable[Result]]) -> Result:
        """Run ``work`` in a transaction; returns its result, or raises its exception, once that is on disk."""
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

        def then(result: Any, problem: Exception | None) -> None:
            if done.cancelled():
                return
            if problem:
                done.set_exception(problem)
            else:
                done.set_result(result)

        self._add(Job(None, work, then))
        return await done

    async def wait(self) -> None:
        """Wait until everything that was given to the journal before is on disk or refused."""
        if self.idle:
            return
        with suppress(NotSaved):
            # It begins after all appends before it and, where works share a transaction, it ends after all works.
            await self.run(_nothing)
        if self._works:
            await asyncio.wait(list(self._works))

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        self._closing = True
        self._wanted.set()
        if self._writer:
            await asyncio.wait([self._writer])
        while self._works:
            await asyncio.wait(list(self._works))

    def _ended(self, task: asyncio.Task[None]) -> None:
        """The writer, or a work beside it, has ended. Unless that was to be, every job is refused from here on."""
        job = self._works.pop(task, None)
        problem = asyncio.CancelledError() if task.cancelled() else task.exception()
        if problem is None or self.failure:
            return
        self.failure = problem
        _logger.error("journal_writer_failed", exc_info=problem)
        self.problem = self._database.failure(problem)
        # Whether a commit in doubt counts is known after the next start: clients send their messages again then.
        doubtful = self._writing if job is None else [job]
        waiting = self._waiting if isinstance(problem, CommitInDoubt) else doubtful + self._waiting
        self._waiting = []
        if job is None:
            self._writing, self._busy = [], False
        else:
            self._wanted.set()  # the writer finishes its batch, and ends
        for each in waiting:
            call(each, None, self.problem)
        self._call_after_batch()
        for observer in self.on_failure:
            observer(problem)

    def _add(self, job: Job) -> None:
        if self.failure:
            call(job, None, self.problem)
            return
        if self._closing:
            call(job, None, NotSaved("not_saved_stopping"))
            return
        self._waiting.append(job)
        self._wanted.set()

    async def _write(self) -> None:
        while (self._waiting or not self._closing) and not self.failure:
            await self._wanted.wait()
            self._busy = True
            batch: Batch | None = self._begin()
            while batch:
                batch = await self._finish(batch)
            self._busy = False
            if self.problem and self.problem.key == "not_saved_gone":
                raise DatabaseGone

    def _begin(self) -> Batch:
        """Take what waits, and begin to write it."""
        self._wanted.clear()
        if self.refusal and (problem := self.refusal()):
            self._refuse_appends(problem)
        jobs, self._waiting = [job for job in self._waiting if not refused(job)], []
        self._writing = [*self._writing, *jobs]
        appends = [job.append for job in jobs if job.append]
        loop = asyncio.get_running_loop()
        return Batch(jobs, loop.create_task(self._database.append(appends)) if appends else None, loop.time())

    def _refuse_appends(self, problem: NotSaved) -> None:
        waiting, self._waiting = self._waiting, []
        for job in waiting:
            if job.append:
                call(job, None, problem)
        # Refusing may have led to new jobs; they come after those that were here already.
        self._waiting = [job for job in waiting if not job.append] + self._waiting

    async def _finish(self, batch: Batch) -> Batch | None:
        """Wait until a batch is written, and call back; gives the next one, if that is being written already."""
        failure: NotSaved | None = None
        problems: list[Exception | None] = []
        if batch.written:
            try:
                problems = await batch.written
            except NotSaved as problem:
                failure = problem
            self._note(failure)
        seconds = asyncio.get_running_loop().time() - batch.begun
        working = [job for job in batch.jobs if job.work]
        following: Batch | None = None
        # The next one waits for the disk while we call back, unless that may be a reason not to write it.
        if self._waiting and not (working or failure or any(problems)):
            following = self._begin()
            await asyncio.sleep(0)  # its task begins
        self._call_back(batch.jobs, failure, problems)
        self._writing = following.jobs if following else working
        if batch.written and not failure:
            self._on_commit(sum(len(job.append.rows) for job in batch.jobs if job.append), seconds)
        await self._start_works(working)
        self._writing = following.jobs if following else []
        return following

    def _call_back(self, jobs: list[Job], failure: NotSaved | None, problems: list[Exception | None]) -> None:
        own = iter(problems)
        for job in jobs:
            if job.append:
                refusal = None if failure else next(own)
                call(job, None, failure or (refusal and _own_failure(job.append, refusal)))
            elif not job.work:  # it waited for what was appended before, which may have failed just now
                call(job, None, failure or job.unless())
        self._call_after_batch()

    async def _start_works(self, jobs: list[Job]) -> None:
        if not self._database.concurrent:
            if jobs:
                await self._work(jobs)
            return
        for job in jobs:
            task = asyncio.create_task(self._work([job]), name="journal work")
            self._works[task] = job
            task.add_done_callback(self._ended)

    def _note(self, failure: NotSaved | None) -> None:
        self.problem = failure
        if failure is None:
            self._report.worked()
        else:
            self._report.failed(failure, failure.__cause__ or failure)

    def _call_after_batch(self) -> None:
        try:
            self._after_batch()
        except Exception:
            _logger.exception("journal_callback_failed")

    async def _work(self, jobs: list[Job]) -> None:
        results: list[WorkResult]
        try:
            results = await self._database.transact([job.work for job in jobs if job.work])
            self._note(None)
        except NotSaved as failure:
            self._note(failure)
            results = [(None, failure)] * len(jobs)
        for job, (result, problem) in zip(jobs, results, strict=True):
            call(job, result, problem)


async def _nothing(_: AsyncConnection) -> None:
    """A work that writes nothing."""


def _own_failure(append: LogAppend, problem: Exception) -> NotSaved:
    """The failure of one table's entries only."""
    if isinstance(problem, LogConflict):
        return problem
    _logger.error("entries_not_saved", table=append.rows[0][0], exc_info=problem)
    return NotSaved("not_saved")
