"""Waiting for what workers make of jobs: one query at a time for all that are waited for, and none without any."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from wonderland.core.errors import NotAllowed
from wonderland.server.store.job_store import JobRow, JobStore

#: After which the database is asked although nothing seems to have changed.
MAX_POLL_SECONDS = 0.1
#: What becomes of a job that is no longer there.
GONE = JobRow(taken=False, progress=0.0, finished=True, result=None, error="gone")


class _Wait:
    """One job that somebody waits for."""

    def __init__(self, on_progress: Callable[[float], object]) -> None:
        self.taken = asyncio.Event()
        self.done: asyncio.Future[JobRow] = asyncio.get_running_loop().create_future()
        self._on_progress = on_progress
        self._progress = 0.0

    def look(self, row: JobRow) -> None:
        if row.progress > self._progress:
            self._progress = row.progress
            self._on_progress(row.progress)
        if row.finished and not self.done.done():
            self.done.set_result(row)
        if row.taken or row.finished:
            self.taken.set()

    def fail(self, problem: NotAllowed) -> None:
        if not self.done.done():
            self.done.set_exception(problem)
        self.taken.set()


class JobResults:
    """Those who wait for jobs of one queue."""

    def __init__(self, jobs: JobStore) -> None:
        self._jobs = jobs
        self._waits: dict[str, _Wait] = {}
        self._watcher: asyncio.Task[None] | None = None

    async def wait(
        self,
        id: str,
        *,
        taken_within: float | None,
        within: float | None,
        on_progress: Callable[[float], object] = lambda progress: None,
    ) -> JobRow:
        """The finished job. ``TimeoutError`` if no worker takes it in time, or none finishes it; both in seconds.

        ``on_progress`` is called whenever more of it is done. Raises why the store cannot be read, if it cannot.
        """
        wait = self._waits[id] = _Wait(on_progress)
        if not self._watcher or self._watcher.done():
            self._watcher = asyncio.create_task(self._watch(), name="results of jobs")
        try:
            async with asyncio.timeout(within):
                async with asyncio.timeout(taken_within):
                    await wait.taken.wait()
                return await wait.done
        finally:
            wait.done.cancel()
            self._waits.pop(id, None)

    async def _watch(self) -> None:
        while self._waits:
            mark = self._jobs.changes.mark()
            try:
                found = await self._jobs.read(list(self._waits))
            except NotAllowed as problem:
                for wait in self._waits.values():
                    wait.fail(problem)
                return
            for id, wait in list(self._waits.items()):
                wait.look(found.get(id, GONE))
            await self._jobs.changes.wait(mark, MAX_POLL_SECONDS)
