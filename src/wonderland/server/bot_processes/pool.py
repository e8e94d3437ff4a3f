"""The processes in which bots think: so many at most, started when they are needed, served in order of request."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping

from wonderland.bots import registry
from wonderland.bots.registry import Entry
from wonderland.games.registry import GAMES
from wonderland.server.bot_processes.process import BotProcess
from wonderland.server.bot_processes.warmups import Kernel
from wonderland.server.bot_processes.worker_protocol import DecideRequest, StartWorker, WarmUpRequest

LOAD_TIMEOUT_SECONDS = 60.0  #: to load what was compiled before


class ProcessPool:
    """Each process thinks about one thing at a time; one that fails is ended, and another takes its place."""

    def __init__(self, number: int, bots: Mapping[str, Entry]) -> None:
        self._bots = bots
        # Whoever waits for a turn gets it in the order of asking: a table of bots alone cannot crowd others out.
        self._turns = asyncio.Semaphore(number)
        self._all: set[BotProcess] = set()
        self._idle: list[BotProcess] = []
        self._tasks: set[asyncio.Task[str]] = set()
        self.closed = False
        #: How many questions wait for a process that is free.
        self.waiting = 0

    @property
    def alive(self) -> int:
        return sum(process.alive for process in self._all)

    def _start(self, nice: int) -> StartWorker:
        bots = {**registry.BOTS, **self._bots}
        # What does not come with this package is found where this process finds it.
        places = (*GAMES.values(), *registry.KITS.values(), *(entry.make for entry in bots.values()))
        outside = not all(place.startswith("wonderland.") for place in places)
        return StartWorker(bots, dict(GAMES), dict(registry.KITS), tuple(sys.path) if outside else (), nice)

    async def ask(self, question: DecideRequest, kernel: Kernel | None, seconds: float) -> str:
        """An action's text, from a process that has loaded the kernel first; raises ``Fault`` where there is none."""
        self.waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self.waiting -= 1
        if self.closed:
            self._turns.release()
            raise asyncio.CancelledError
        # A task of its own: when nobody needs the answer any more, the process still is to finish its thought.
        task = asyncio.create_task(self._answer(question, kernel, seconds), name=f"{question.bot} thinks")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def start_process(self, nice: int = 0) -> BotProcess:
        """A new process."""
        process = BotProcess()
        self._all.add(process)
        try:
            await process.wait_until_ready(self._start(nice))
        except BaseException:
            await self.stop_process(process)
            raise
        return process

    async def stop_process(self, process: BotProcess) -> None:
        await process.close()
        self._all.discard(process)

    async def close(self) -> None:
        """End every process; whoever waits is cancelled."""
        self.closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(process.close() for process in self._all))
        self._all.clear()

    async def _answer(self, question: DecideRequest, kernel: Kernel | None, seconds: float) -> str:
        process: BotProcess | None = None
        try:
            process = await self._free() or await self.start_process()
            if kernel and kernel not in process.ready:
                await process.ask(WarmUpRequest(question.bot, question.game, kernel.players), LOAD_TIMEOUT_SECONDS)
                process.ready.add(kernel)
            answer = await process.ask(question, seconds)
            self._idle.append(process)
        except BaseException:
            if process:
                await self.stop_process(process)
            raise
        finally:
            self._turns.release()
        return answer

    async def _free(self) -> BotProcess | None:
        while self._idle:
            if (process := self._idle.pop()).alive:
                return process
            await self.stop_process(process)
        return None
