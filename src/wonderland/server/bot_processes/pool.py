"""A pool of bot processes: a fixed maximum, started on demand, assigned in the order of requests."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from types import MappingProxyType

from wonderland.bots import registry
from wonderland.bots.registry import BotEntry
from wonderland.games.registry import GAMES
from wonderland.review.registry import REVIEWERS
from wonderland.server.bot_processes.child_protocol import DecideRequest, StartWorker, WarmUpRequest
from wonderland.server.bot_processes.process import BotProcess
from wonderland.server.bot_processes.warmups import Kernel

LOAD_TIMEOUT_SECONDS = 60.0  #: to load what was compiled before


def start_request(nice: int, more_bots: Mapping[str, BotEntry] = MappingProxyType({})) -> StartWorker:
    """What a process must know of this one: what is registered, and where modules are found."""
    bots = {**registry.BOTS, **more_bots}
    # What is outside this package is imported from where this process imports it.
    makers = (entry.make for entry in bots.values())
    places = (*GAMES.values(), *registry.KITS.values(), *REVIEWERS.values(), *makers)
    path = () if all(place.startswith("wonderland.") for place in places) else tuple(sys.path)
    return StartWorker(bots, dict(GAMES), dict(registry.KITS), path, nice, dict(REVIEWERS))


class ProcessPool:
    """Each process handles one request at a time; one that fails is killed and replaced."""

    def __init__(self, number: int, bots: Mapping[str, BotEntry]) -> None:
        self._bots = bots
        # The semaphore is fair: a table of bots cannot crowd out the others.
        self._turns = asyncio.Semaphore(number)
        self._all: set[BotProcess] = set()
        self._idle: list[BotProcess] = []
        self._tasks: set[asyncio.Task[str]] = set()
        self.closed = False
        #: How many requests wait for a free process.
        self.waiting = 0

    @property
    def alive(self) -> int:
        return sum(process.alive for process in self._all)

    async def ask(self, question: DecideRequest, kernel: Kernel | None, seconds: float) -> str:
        """An action as text, from a process that has loaded the kernel; raises ``Fault`` if there is none."""
        self.waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self.waiting -= 1
        if self.closed:
            self._turns.release()
            raise asyncio.CancelledError
        # A task of its own: if the caller is cancelled, the process must still finish before it is used again.
        task = asyncio.create_task(self._answer(question, kernel, seconds), name=f"{question.bot} thinks")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def start_process(self, nice: int = 0) -> BotProcess:
        """Start a process."""
        process = BotProcess()
        self._all.add(process)
        try:
            await process.wait_until_ready(start_request(nice, self._bots))
        except BaseException:
            await self.stop_process(process)
            raise
        return process

    async def stop_process(self, process: BotProcess) -> None:
        await process.close()
        self._all.discard(process)

    async def close(self) -> None:
        """Kill every process; waiting callers are cancelled."""
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
