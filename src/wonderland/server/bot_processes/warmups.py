"""Compiling bots in the background before they can play: about twenty seconds per number of players, once per machine.

A process of low priority compiles and ends. The machine code is then on disk, and bot processes load it in a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from typing import NamedTuple, Self

from wonderland.bots.options import split_name
from wonderland.bots.registry import BotEntry
from wonderland.bots.running import Fault
from wonderland.core.errors import WonderlandError
from wonderland.server.bot_processes.child_protocol import WarmUpRequest
from wonderland.server.bot_processes.process import BotProcess
from wonderland.sim import need_fast

COMPILER_NICENESS = 15  #: Unix niceness of the compiling process
LOAD_WAIT_SECONDS = 3.0  #: how long a decision waits for a warmup: enough to load machine code from the disk
COMPILE_TIMEOUT_SECONDS = 600.0  #: on a slow and busy machine
MAX_COMPILE_ATTEMPTS = 3


class Kernel(NamedTuple):
    """A unit of compilation: shared by the bots of one module, one for each number of players.

    Options are apart: with them a bot may run code that it does not need without.
    """

    module: str
    options: str
    game: str
    players: int

    @classmethod
    def of(cls, bot: str, entry: BotEntry, players: int) -> Self:
        return cls(entry.make.partition(":")[0], split_name(bot)[1] or "", entry.game, players)


@cache
def can_compile() -> bool:
    """Whether the extra ``fast`` is installed; without importing it."""
    try:
        need_fast()
    except WonderlandError:
        return False
    return True


class Warmups:
    """Which kernels are compiled or being compiled, one at a time."""

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
        """Start compiling a kernel, unless that has started before."""
        if kernel not in self._begun:
            task = asyncio.create_task(self._warm_up(kernel, bot), name=f"warmup of {bot}")
            self._begun[kernel] = asyncio.get_running_loop().time(), task
        return self._begun[kernel][1]

    async def done(self, kernel: Kernel, bot: str) -> bool:
        """Whether it is compiled. A warmup that has just started is awaited, since the code may be on disk already."""
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
        """Whether compiling succeeded; if not, the substitute plays for good."""
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
