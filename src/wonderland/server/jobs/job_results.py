"""Waiting for what workers make of jobs: one query at a time for all that are waited for, and none without any."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Any

from wonderland.server.store.job_store import STORE_FAILURES, JobRow, JobStore

#: After which the database is asked although nothing seems to have changed.
MAX_POLL_SECONDS = 0.1
#: What becomes of a job that is no longer there.
GONE = JobRow(taken=False, progress=0.0, finished=True, result=None, error="gone")


class _Wait:
    """One job that somebody waits for."""

    def __init__(self, taken_within: float | None, on_progress: Callable[[float], object]) -> None:
        self.done: asyncio.Future[JobRow] = asyncio.get_running_loop().create_future()
        self._taken_within = taken_within
        self._on_progress = on_progress
        self._progress = 0.0
        #: Since when no worker has it.
        self._free_since: float | None = None

    def look(self, row: JobRow, now: float) -> None:
        if row.progress > self._progress:
            self._progress = row.progress
            self._on_progress(row.progress)
        if self.done.done():
            return
        if row.finished:
            self.done.set_result(row)
            return
        self._free_since = None if row.taken else self._free_since or now
        if self._free_since and self._taken_within is not None and now - self._free_since >= self._taken_within:
            self.done.set_exception(TimeoutError())

    def fail(self, problem: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(problem)


class JobResults:
    """Those who wait for jobs of one queue."""

    def __init__(self, jobs: JobStore) -> None:
        self._jobs = jobs
        self._waits: dict[str, _Wait] = {}
        self._more = asyncio.Event()
        self._watcher: asyncio.Task[None] | None = None

    async def wait(
        self,
        id: str,
        *,
        taken_within: float | None,
        within: float | None,
        on_progress: Callable[[float], object] = lambda progress: None,
    ) -> JobRow:
        """The finished job. Raises ``TimeoutError`` if it is not finished ``within`` so many seconds, or if no worker
        has it for ``taken_within``, be it at the beginning or after one has died.

        ``on_progress`` is called whenever more of it is done. Raises why the store cannot be read, if it cannot.
        """
        wait = self._waits[id] = _Wait(taken_within, on_progress)
        self._more.set()
        if not self._watcher or self._watcher.done():
            # It outlives the request that starts it.
            self._watcher = asyncio.create_task(self._watch(), name="results of jobs", context=Context())
        try:
            async with asyncio.timeout(within):
                return await wait.done
        finally:
            self._waits.pop(id, None)

    async def close(self) -> None:
        """Ask the store nothing any more; before that is closed."""
        if self._watcher:
            self._watcher.cancel()
            await asyncio.gather(self._watcher, return_exceptions=True)

    async def _watch(self) -> None:
        while self._waits:
            self._more.clear()
            mark = self._jobs.changes.mark()
            asked = set(self._waits)
            try:
                found = await self._jobs.read(list(asked))
            except STORE_FAILURES as problem:
                for wait in self._waits.values():
                    wait.fail(problem)
                return
            now = asyncio.get_running_loop().time()
            for id, wait in list(self._waits.items()):
                if id in asked:  # the others have come meanwhile
                    wait.look(found.get(id, GONE), now)
            await self._change(mark)

    async def _change(self, mark: Any) -> None:
        """Until something may have changed in the queue, or somebody waits for one more job."""
        events = (self._jobs.changes.wait(mark, MAX_POLL_SECONDS), self._more.wait())
        tasks = [asyncio.ensure_future(event) for event in events]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
