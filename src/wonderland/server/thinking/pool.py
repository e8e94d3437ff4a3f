"""The processes in which bots think: so many at most, started when they are needed, asked in the order of asking."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping

from wonderland.bots.registry import Entry
from wonderland.server.thinking.questions import Decide, Rehearse, Start
from wonderland.server.thinking.rehearsals import Kernel
from wonderland.server.thinking.thinker import Thinker

LOADING_AT_MOST = 60.0  #: seconds to load what was compiled before


class Pool:
    """Each process thinks about one thing at a time; one that fails is ended, and another takes its place."""

    def __init__(self, number: int, bots: Mapping[str, Entry]) -> None:
        self._bots = bots
        # Whoever waits for a turn gets it in the order of asking: a table of bots alone cannot crowd others out.
        self._turns = asyncio.Semaphore(number)
        self._all: set[Thinker] = set()
        self._idle: list[Thinker] = []
        self._tasks: set[asyncio.Task[str]] = set()
        self.closed = False
        #: How many questions wait for a process that is free.
        self.waiting = 0

    @property
    def alive(self) -> int:
        return sum(thinker.alive for thinker in self._all)

    async def ask(self, question: Decide, kernel: Kernel | None, seconds: float) -> str:
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

    async def hire(self, nice: int = 0) -> Thinker:
        """A new process."""
        thinker = Thinker()
        self._all.add(thinker)
        try:
            await thinker.awake(Start(self._bots, tuple(sys.path) if self._bots else (), nice))
        except BaseException:
            await self.let_go(thinker)
            raise
        return thinker

    async def let_go(self, thinker: Thinker) -> None:
        await thinker.close()
        self._all.discard(thinker)

    async def close(self) -> None:
        """End every process; whoever waits is cancelled."""
        self.closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(thinker.close() for thinker in self._all))
        self._all.clear()

    async def _answer(self, question: Decide, kernel: Kernel | None, seconds: float) -> str:
        thinker: Thinker | None = None
        try:
            thinker = await self._free() or await self.hire()
            if kernel and kernel not in thinker.ready:
                await thinker.ask(Rehearse(question.bot, kernel.players), LOADING_AT_MOST)
                thinker.ready.add(kernel)
            answer = await thinker.ask(question, seconds)
            self._idle.append(thinker)
        except BaseException:
            if thinker:
                await self.let_go(thinker)
            raise
        finally:
            self._turns.release()
        return answer

    async def _free(self) -> Thinker | None:
        while self._idle:
            if (thinker := self._idle.pop()).alive:
                return thinker
            await self.let_go(thinker)
        return None
