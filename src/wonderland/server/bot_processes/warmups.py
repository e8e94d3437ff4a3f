"""Bots that compile before they can play with so many players, once a machine: about twenty seconds, in the background.

One process that steps back for all others compiles, and ends; the machine code is on disk then, and whoever thinks
loads it in a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from typing import NamedTuple, Self

from wonderland.bots.registry import Entry
from wonderland.bots.running import Fault
from wonderland.core.errors import WonderlandError
from wonderland.server.bot_processes.process import BotProcess
from wonderland.server.bot_processes.worker_protocol import WarmUpRequest
from wonderland.sim import need_fast

COMPILER_NICENESS = 15  #: how far the compiling process steps back
LOAD_WAIT_SECONDS = 3.0  #: a decision may wait from the beginning of a warmup: enough to load what is on disk
COMPILE_TIMEOUT_SECONDS = 600.0  #: for compiling on a slow and busy machine
MAX_COMPILE_ATTEMPTS = 3


class Kernel(NamedTuple):
    """What has to be compiled: bots written in one module share it, every number of players has its own."""

    module: str
    game: str
    players: int

    @classmethod
    def of(cls, entry: Entry, players: int) -> Self:
        return cls(entry.make.partition(":")[0], entry.game, players)


@cache
def can_compile() -> bool:
    """Whether the extra ``fast`` is there. Nothing of it is imported here."""
    try:
        need_fast()
    except WonderlandError:
        return False
    return True


class Warmups:
    """What has been compiled, and what is being compiled, one after the other."""

    def __init__(
        self,
        hire: Callable[[int], Awaitable[BotProcess]],
        let_go: Callable[[BotProcess], Awaitable[None]],
        note: Callable[[str, Fault], None],
        loading: float,
    ) -> None:
        self._start_process = hire
        self._stop_process = let_go
        self._note = note
        self._loading = loading
        self._begun: dict[Kernel, tuple[float, asyncio.Task[bool]]] = {}
        self._one_at_a_time = asyncio.Lock()

    def begin(self, kernel: Kernel, bot: str) -> asyncio.Task[bool]:
        """Compile it, unless that has begun before."""
        if kernel not in self._begun:
            task = asyncio.create_task(self._warm_up(kernel, bot), name=f"warmup of {bot}")
            self._begun[kernel] = asyncio.get_running_loop().time(), task
        return self._begun[kernel][1]

    async def done(self, kernel: Kernel, bot: str) -> bool:
        """Whether it is compiled; one that has only just begun is waited for, because it may be on disk already."""
        task = self.begin(kernel, bot)
        left = self._begun[kernel][0] + self._loading - asyncio.get_running_loop().time()
        if not task.done() and left > 0:
            await asyncio.wait([task], timeout=left)
        return task.done() and not task.cancelled() and task.result()

    async def close(self) -> None:
        tasks = [task for _, task in self._begun.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _warm_up(self, kernel: Kernel, bot: str) -> bool:
        """Whether it could be compiled; where it cannot, somebody else plays instead of it for good."""
        async with self._one_at_a_time:
            for _ in range(MAX_COMPILE_ATTEMPTS):
                try:
                    compiler = await self._start_process(COMPILER_NICENESS)
                    try:
                        await compiler.ask(WarmUpRequest(bot, kernel.game, kernel.players), COMPILE_TIMEOUT_SECONDS)
                    finally:
                        await self._stop_process(compiler)
                except Fault as fault:
                    self._note(bot, fault)
                else:
                    return True
        return False
