"""The server's own worker for reviews: it takes them from the same queue as others, while no other worker does."""

from __future__ import annotations

import asyncio
from contextvars import Context

import structlog

from wonderland.server.bot_processes.processes import BotProcesses
from wonderland.server.bot_processes.review_process import ReviewProcess
from wonderland.server.jobs.kinds import ReviewTools
from wonderland.server.jobs.review import EXACT_KIND, QUICK_KIND
from wonderland.server.jobs.worker import HEARTBEAT_SECONDS, Worker
from wonderland.server.store.job_store import STORE_FAILURES, JobStore
from wonderland.server.store.review_store import ReviewStore

KINDS = (QUICK_KIND, EXACT_KIND)
ALIVE_MS = int(3 * HEARTBEAT_SECONDS * 1000)  #: a worker that was not seen for this long counts as gone
LOOK_INTERVAL_SECONDS = 2.0  #: between two looks whether there are workers, while reviews are waited for
IDLE_SECONDS = 30.0  #: after which the own worker ends: it writes a heartbeat every other second

_logger = structlog.get_logger(__name__)


class OwnReviewWorker:
    """Runs in the event loop, and its reviews in a child process; both only while they are needed."""

    def __init__(self, jobs: JobStore, reviews: ReviewStore, bots: BotProcesses) -> None:
        self._jobs = jobs
        self._bots = bots
        self.process = ReviewProcess()
        self._tools = ReviewTools(reviews, self.process)
        self._running: asyncio.Task[None] | None = None
        self._look_again = 0.0

    @property
    def running(self) -> bool:
        return self._running is not None and not self._running.done()

    async def ensure(self) -> None:
        """Somebody waits for a review: start, unless another worker takes reviews."""
        now = asyncio.get_running_loop().time()
        if self.running or now < self._look_again:
            return
        self._look_again = now + LOOK_INTERVAL_SECONDS
        try:
            found = await self._jobs.workers(within_ms=ALIVE_MS)
        except STORE_FAILURES:
            return
        if any(QUICK_KIND in row.kinds for row in found) or self.running:
            return
        worker = Worker(self._jobs, KINDS, 0, self._bots, self._tools, idle_seconds=IDLE_SECONDS)
        # It outlives the request that starts it.
        self._running = asyncio.create_task(worker.run(), name="own worker", context=Context())
        self._running.add_done_callback(_log_failure)

    async def close(self) -> None:
        """Give back what is being done; somebody else takes it, or the next start of this server does."""
        if self._running:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        await self.process.close()


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (problem := task.exception()):
        _logger.error("own_worker_failed", exc_info=problem)
