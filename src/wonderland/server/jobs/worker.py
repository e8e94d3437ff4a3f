"""A worker: takes jobs as long as it has room, keeps their leases while it works on them, and finishes them."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec
import structlog

from wonderland.core.errors import WonderlandError
from wonderland.server.bot_processes.processes import BotProcesses
from wonderland.server.ids import new_id
from wonderland.server.jobs.kinds import JobRefused, JobTools, ReviewTools, find
from wonderland.server.store.job_store import STORE_FAILURES, JobStore, TakenJob

HEARTBEAT_SECONDS = 2.0  #: between two heartbeats in the store
RENEWALS_PER_LEASE = 4  #: so many may fail before the lease is over
MAX_POLL_SECONDS = 0.25  #: after which the queue is asked although nothing seems to have changed
RETRY_SECONDS = 0.5  #: after which a store that refused is asked again
STOP_SECONDS = 10.0  #: for jobs to end by themselves when the worker is told to stop
REPORT_SECONDS = 60.0  #: between two lines in the log

Result = TypeVar("Result")

_logger = structlog.get_logger(__name__)


class Worker:
    """Does up to ``number`` jobs at a time, and one of each lane besides.

    ``run`` ends soon after ``stop``, or after ``idle_seconds`` with nothing to do; what is unfinished then is given
    back.
    """

    def __init__(
        self,
        jobs: JobStore,
        kinds: Sequence[str],
        number: int,
        bots: BotProcesses,
        reviews: ReviewTools | None = None,
        *,
        idle_seconds: float = math.inf,
    ) -> None:
        self.id = new_id()
        self._jobs = jobs
        self._kinds = tuple(kinds)
        self._leases = {kind: find(kind).lease_ms for kind in kinds}
        self._lanes = {kind: find(kind).lane for kind in kinds}
        self._bots = bots
        self._reviews = reviews
        #: How many more jobs can be done now, by lane.
        self._room = dict.fromkeys(self._lanes.values(), 1) | {"": number}
        self._freed = asyncio.Event()
        self._idle_seconds = idle_seconds
        self._running: set[asyncio.Task[None]] = set()
        self._stopping = asyncio.Event()
        self._away = False
        #: What became of the jobs that were taken: ``done``, ``failed``, ``lost`` or ``given_back``.
        self.outcomes = Counter[str]()

    def stop(self) -> None:
        self._stopping.set()

    async def run(self, started: Callable[[], None] = lambda: None) -> None:
        """Until ``stop``. ``started`` is called once servers can see the worker."""
        await self._once(self._show_life)
        started()
        beside = [asyncio.create_task(work) for work in (self._beat(), self._report())]
        try:
            await self._take_jobs()
            if self._running:
                await asyncio.wait(self._running, timeout=STOP_SECONDS)
        finally:
            for task in (*beside, *self._running):
                task.cancel()
            await asyncio.gather(*beside, *self._running, return_exceptions=True)
            await self._once(lambda: self._jobs.remove_worker(self.id))

    # ---- taking ----------------------------------------------------------------------------------------

    async def _take_jobs(self) -> None:
        while job := await self._next():
            lane = self._lanes[job.kind]
            self._room[lane] -= 1
            task = asyncio.create_task(self._work(job), name=f"{job.kind} {job.id}")
            self._running.add(task)
            task.add_done_callback(partial(self._ended, lane))

    def _ended(self, lane: str, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._room[lane] += 1
        self._freed.set()

    async def _next(self) -> TakenJob | None:
        """The next job for which there is room; None once the worker is to stop, or has been idle for long enough."""
        loop = asyncio.get_running_loop()
        idle_at = loop.time() + self._idle_seconds
        while not self._stopping.is_set():
            self._freed.clear()
            mark = self._jobs.changes.mark()
            kinds = [kind for kind in self._kinds if self._room[self._lanes[kind]] > 0]
            try:
                # Never cancelled: what is taken must be known.
                job = await self._jobs.take(self.id, kinds, lease_ms=self._leases) if kinds else None
            except STORE_FAILURES as problem:
                self._note_away(problem)
                await self._unless_stopping(asyncio.sleep(RETRY_SECONDS, True))
                continue
            self._note_back()
            if job:
                return job
            if self._running:
                idle_at = loop.time() + self._idle_seconds
            elif loop.time() >= idle_at:
                return None
            await self._unless_stopping(self._more(mark) if kinds else self._freed.wait())
        return None

    async def _more(self, mark: Any) -> None:
        """Until there may be another job in the queue, or more room for those that are there."""
        waits = self._jobs.changes.wait(mark, MAX_POLL_SECONDS), self._freed.wait()
        tasks = [asyncio.ensure_future(wait) for wait in waits]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    async def _unless_stopping(self, work: Awaitable[Result]) -> Result | None:
        """The result; None, and the work is cancelled, if the worker is to stop meanwhile."""
        doing, stopping = asyncio.ensure_future(work), asyncio.create_task(self._stopping.wait())
        await asyncio.wait({doing, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if doing.done() and not self._stopping.is_set():
            return doing.result()
        doing.cancel()
        return None

    # ---- doing -----------------------------------------------------------------------------------------

    async def _work(self, job: TakenJob) -> None:
        progress = 0.0

        def report(part: float) -> None:
            nonlocal progress
            progress = min(1.0, max(progress, part))

        doing = asyncio.create_task(self._do(job, report))
        lease_ms = self._leases[job.kind]
        try:
            while not doing.done():
                await asyncio.wait({doing}, timeout=lease_ms / 1000 / RENEWALS_PER_LEASE)
                if not doing.done() and not await self._renew(job, progress, lease_ms):
                    self.outcomes["lost"] += 1
                    _logger.info("job_lost", kind=job.kind)
                    return
            self.outcomes[await self._finish(job, *doing.result())] += 1
        except asyncio.CancelledError:
            await self._once(lambda: self._jobs.give_back(job))
            self.outcomes["given_back"] += 1
        finally:
            doing.cancel()
            await asyncio.gather(doing, return_exceptions=True)

    async def _do(self, job: TakenJob, report: Callable[[float], None]) -> tuple[bytes | None, str | None]:
        """A result or an error, of which only the kind is told: its text may contain cards."""
        kind = find(job.kind)
        try:
            payload = msgspec.json.decode(job.payload, type=kind.payload)
            return msgspec.json.encode(await kind.handle(payload, JobTools(self._bots, report, self._reviews))), None
        except JobRefused as problem:
            error = str(problem)
        except WonderlandError as problem:
            error = problem.key
        except Exception as problem:
            error = type(problem).__name__
            _logger.error("job_failed", kind=job.kind, exc_info=problem)
        return None, error

    async def _renew(self, job: TakenJob, progress: float, lease_ms: int) -> bool:
        """Whether the job is still ours, as far as is known."""
        try:
            return await self._jobs.renew(job, progress, lease_ms=lease_ms)
        except STORE_FAILURES as problem:
            self._note_away(problem)
            return True  # nobody else can take it while nobody can write either

    async def _finish(self, job: TakenJob, result: bytes | None, error: str | None) -> str:
        """What has become of the job."""
        while True:
            try:
                if not await self._jobs.finish(job, result, error):
                    return "lost"
                return "failed" if error else "done"
            except STORE_FAILURES as problem:
                self._note_away(problem)
                await asyncio.sleep(RETRY_SECONDS)

    # ---- beside ----------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            await self._once(self._show_life)

    async def _show_life(self) -> None:
        await self._jobs.see_worker(self.id, self._kinds)

    async def _report(self) -> None:
        before = Counter[str]()
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            lately = self.outcomes - before
            before = self.outcomes.copy()
            _logger.info("working", running=len(self._running), **{name: lately[name] for name in ("done", "failed")})

    async def _once(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do it if the store lets us; else leases and heartbeats run out by themselves."""
        try:
            await work()
        except STORE_FAILURES as problem:
            self._note_away(problem)

    def _note_away(self, problem: Exception) -> None:
        if not self._away:
            _logger.warning("store_away", problem=type(problem).__name__)
        self._away = True

    def _note_back(self) -> None:
        if self._away:
            _logger.warning("store_back")
        self._away = False
