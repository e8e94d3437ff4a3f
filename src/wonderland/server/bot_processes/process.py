"""One process in which bots think, as the server sees it: asked one thing at a time, and let go when it fails.

A thread of its own starts the process, talks with it and waits for its end, so that the event loop never does.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from asyncio import Future
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO

import msgspec

from wonderland.bots.running import Fault
from wonderland.server.bot_processes.worker_protocol import (
    LENGTH_BYTES,
    MAX_RESPONSE_BYTES,
    StartWorker,
    WorkerRequest,
    WorkerResponse,
    write_request,
)

WORKER_COMMAND = (
    "-P",
    "-m",
    "wonderland.server.bot_processes.worker",
)  #: nothing in the working directory is run by accident
START_TIMEOUT_SECONDS = 60.0  #: a process has to start, on a machine that is busy


class BotProcess:
    """A process that answers; ``ask`` raises ``Fault`` when it does not, and then it is to be closed."""

    def __init__(self) -> None:
        #: The kernels it has loaded (``warmups.py``).
        self.ready: set[tuple[str, str, int]] = set()
        self._loop = asyncio.get_running_loop()
        self._gone: Future[None] = self._loop.create_future()
        self._questions: SimpleQueue[tuple[WorkerRequest, Future[str]] | None] = SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        Thread(target=self._live, name="process", daemon=True).start()

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    async def wait_until_ready(self, start: StartWorker) -> None:
        """Wait until it can be asked."""
        await self.ask(start, START_TIMEOUT_SECONDS)

    async def ask(self, question: WorkerRequest, seconds: float) -> str:
        """What it answers within that time."""
        answer: Future[str] = self._loop.create_future()
        self._questions.put((question, answer))
        try:
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError:
            raise Fault("late", "") from None

    async def close(self) -> None:
        """End it, whatever it is doing: there is nothing in it that anyone needs."""
        self._closed = True
        if self._process:
            self._process.kill()
        self._questions.put(None)
        await asyncio.shield(self._gone)

    # ---- in the thread -----------------------------------------------------------------------------

    def _live(self) -> None:
        try:
            self._serve()
        finally:
            self._tell(self._gone, None)

    def _serve(self) -> None:
        with suppress(OSError):  # whoever asks is told
            # A session of its own: Ctrl-C in the server's terminal is none of its business, not even while it starts.
            self._process = subprocess.Popen(
                [sys.executable, *WORKER_COMMAND],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        if self._process and self._closed:
            self._process.kill()
        while asked := self._questions.get():
            question, answer = asked
            try:
                self._tell(answer, self._answer(question))
            except Fault as fault:
                self._tell(answer, fault)
            except Exception as problem:
                # Whatever is wrong with a question must not end the thread: nobody would ever be answered again.
                self._tell(answer, Fault("crashed", type(problem).__name__))
        if self._process:
            self._process.kill()
            with suppress(OSError), self._process:
                """Closes the pipes, and waits for its end."""

    def _answer(self, question: WorkerRequest) -> str:
        process = self._process
        if not (process and process.stdin and process.stdout):
            raise Fault("crashed", "not started")
        try:
            process.stdin.write(write_request(question))
            process.stdin.flush()
            return _read_response(process.stdout)
        except OSError:
            raise Fault("crashed", "gone") from None

    def _tell(self, future: Future[str] | Future[None], what: str | Fault | None) -> None:
        def tell() -> None:
            if future.done():
                return
            if isinstance(what, Fault):
                future.set_exception(what)
            else:
                future.set_result(what)  # type: ignore[arg-type]  # an answer is told its text, the end nothing

        with suppress(RuntimeError):  # the loop was closed before we were: nobody listens
            self._loop.call_soon_threadsafe(tell)


def _read_response(pipe: IO[bytes]) -> str:
    """The next answer, or what is wrong with it."""
    length = int.from_bytes(pipe.read(LENGTH_BYTES), "big")
    if length > MAX_RESPONSE_BYTES:
        raise Fault("flooded", "")
    if not (message := pipe.read(length)):
        raise Fault("crashed", "gone")
    try:
        answer = msgspec.json.decode(message, type=WorkerResponse)
    except msgspec.DecodeError:
        raise Fault("unreadable", "") from None
    if answer.problem:
        raise Fault("crashed", answer.problem)
    return answer.action
