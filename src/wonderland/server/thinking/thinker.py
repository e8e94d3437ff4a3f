"""One process in which bots think, as the server sees it: asked one thing at a time, and let go when it fails."""

from __future__ import annotations

import asyncio
import sys
from asyncio import Future, SubprocessProtocol, SubprocessTransport
from typing import cast

import msgspec

from wonderland.bots.running import Fault
from wonderland.server.thinking.questions import LENGTH, LONGEST, Answer, Question, Start, write_question

PROGRAM = ("-P", "-m", "wonderland.server.thinking.worker")  #: nothing in the working directory is run by accident
AWAKENING = 60.0  #: seconds a process has to start, on a machine that is busy


class Thinker(SubprocessProtocol):
    """A process that answers; ``ask`` raises ``Fault`` when it does not."""

    def __init__(self) -> None:
        self._transport: SubprocessTransport | None = None
        self._heard = bytearray()
        self._answer: Future[Answer] | None = None
        self._gone: Future[None] = asyncio.get_running_loop().create_future()
        #: What it has rehearsed (``rehearsals.kernel``).
        self.ready: set[tuple[str, int]] = set()

    @classmethod
    async def start(cls) -> Thinker:
        """A new process; ``awake`` it next."""
        try:
            # A session of its own: Ctrl-C in the server's terminal is none of its business, not even while it starts.
            _, thinker = await asyncio.get_running_loop().subprocess_exec(
                cls, sys.executable, *PROGRAM, stderr=asyncio.subprocess.DEVNULL, start_new_session=True
            )
        except OSError as problem:
            raise Fault("crashed", type(problem).__name__) from None
        return thinker

    async def awake(self, start: Start) -> None:
        """Wait until it can be asked."""
        await self.ask(start, AWAKENING)

    @property
    def pid(self) -> int:
        assert self._transport is not None, "it has not been started"
        return self._transport.get_pid()

    @property
    def alive(self) -> bool:
        return not self._gone.done()

    async def ask(self, question: Question, seconds: float) -> str:
        """What it answers within that time; after a fault it is not asked again."""
        assert self._transport is not None, "it has not been started"
        assert self._answer is None, "one thing at a time"
        self._answer = asyncio.get_running_loop().create_future()
        if not self.alive:
            self._lost()
        elif questions := self._transport.get_pipe_transport(0):
            questions.write(write_question(question))  # type: ignore[attr-defined]  # 0 is the pipe that is written to
        try:
            async with asyncio.timeout(seconds):
                answer = await self._answer
        except TimeoutError:
            raise Fault("late", "") from None
        finally:
            self._answer = None
        if answer.problem:
            raise Fault("crashed", answer.problem)
        return answer.action

    async def close(self) -> None:
        """End it, whatever it is doing: there is nothing in it that anyone needs."""
        if self._transport:
            self._transport.close()
            await asyncio.shield(self._gone)

    # ---- told by the loop --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # Not an instance of it under uvloop, though it does all the same things.
        self._transport = cast(SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._heard += data
        length = int.from_bytes(self._heard[:LENGTH], "big")
        if len(self._heard) < LENGTH or (len(self._heard) < LENGTH + length and length <= LONGEST):
            return
        message = bytes(self._heard[LENGTH : LENGTH + length])
        del self._heard[: LENGTH + length]
        if self._answer and not self._answer.done():
            try:
                if length > LONGEST:
                    raise Fault("flooded", "")
                self._answer.set_result(msgspec.json.decode(message, type=Answer))
            except Fault as fault:
                self._answer.set_exception(fault)
            except msgspec.DecodeError:
                self._answer.set_exception(Fault("unreadable", ""))

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._lost()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost()
        if not self._gone.done():
            self._gone.set_result(None)

    def _lost(self) -> None:
        if self._answer and not self._answer.done():
            self._answer.set_exception(Fault("crashed", "gone"))
