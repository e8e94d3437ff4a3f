"""``wonderland worker``: the process, its signals, and a store that may be away for a while."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from wonderland.core.errors import WonderlandError
from wonderland.server import logs
from wonderland.server.bot_processes.processes import BotProcesses
from wonderland.server.bot_processes.review_process import ReviewProcess
from wonderland.server.jobs.kinds import ReviewTools
from wonderland.server.jobs.opening import open_queue
from wonderland.server.jobs.worker import Worker
from wonderland.server.logs import logger
from wonderland.server.settings import Settings

STOP_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  #: Ctrl-C, a supervisor, a closed terminal
REOPEN_SECONDS = 2.0  #: after which a store that could not be opened again is tried once more


def work(settings: Settings, kinds: Sequence[str], processes: int, started: Callable[[], None]) -> None:
    """Take jobs until a signal says stop; ``started`` is called once the worker is known to the server."""
    os.umask(0o077)  # the database holds the cards of every hand
    logs.configure(settings.log_level, settings.log_format)
    asyncio.run(WorkerProcess(settings, kinds, processes, started).run())


class WorkerProcess:
    """One worker after the other, each with the store open as long as that can be written."""

    def __init__(self, settings: Settings, kinds: Sequence[str], processes: int, started: Callable[[], None]) -> None:
        self._settings = settings
        self._kinds = kinds
        self._processes = processes
        self._started = started
        self._stopping = asyncio.Event()
        self._worker: Worker | None = None

    async def run(self) -> None:
        with self._signals():
            await self._open_and_work()
            while not self._stopping.is_set():
                try:
                    await self._open_and_work()
                except (WonderlandError, OSError) as problem:
                    logger.error("store cannot be opened", problem=type(problem).__name__)
                    await self._wait(REOPEN_SECONDS)
        logger.info("stopped")

    async def _open_and_work(self) -> None:
        """Until the worker is told to stop, or the store has failed for good and must be opened again."""
        async with open_queue(self._settings) as (jobs, reviews, journal):
            bots, reviewing = BotProcesses(self._processes), ReviewProcess()
            tools = ReviewTools(reviews, reviewing)
            worker = self._worker = Worker(jobs, self._kinds, self._processes, bots, tools)
            journal.on_failure.append(lambda _: worker.stop())
            try:
                await worker.run(self._start)
            finally:
                self._worker = None
                await bots.close()
                await reviewing.close()

    def _start(self) -> None:
        if self._stopping.is_set() and self._worker:
            self._worker.stop()
        self._started()
        self._started = lambda: None  # said once

    async def _wait(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
        except TimeoutError:
            return

    def _stop(self) -> None:
        self._stopping.set()
        if self._worker:
            self._worker.stop()

    @contextmanager
    def _signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()

        def stop(number: int, _: FrameType | None) -> None:
            if self._stopping.is_set() and number == signal.SIGINT:
                os._exit(130)  # a second Ctrl-C: others take over what it has when the leases are over
            loop.call_soon_threadsafe(self._stop)

        numbers = [getattr(signal, name) for name in STOP_SIGNALS if hasattr(signal, name)]
        # Ignored signals stay ignored: SIGHUP under nohup, SIGINT in the background of a script.
        heard = [one for one in numbers if signal.getsignal(one) != signal.SIG_IGN]
        before = {one: signal.signal(one, stop) for one in heard}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)
