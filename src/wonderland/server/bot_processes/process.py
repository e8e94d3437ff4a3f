"""The server's end of one bot process: one request at a time; after a failure the process is killed.

A thread starts the process, does the blocking I/O and waits for its end, so that the event loop never blocks.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from asyncio import Future
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, NamedTuple

import msgspec

from wonderland.bots.running import Fault
from wonderland.review.reviewer import OnProgress
from wonderland.server.bot_processes.child_protocol import (
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
    "wonderland.server.bot_processes.child",
)  #: nothing in the working directory is run by accident
START_TIMEOUT_SECONDS = 60.0  #: for a process to start on a busy machine


class Refused(Fault):
    """The process has refused a request, for a reason that has a message key."""

    def __init__(self, problem: str, key: str) -> None:
        super().__init__("crashed", problem)
        self.key = key


class _Question(NamedTuple):
    """A request, who hears of its progress, and how long a response may be."""

    request: WorkerRequest
    on_progress: OnProgress
    max_bytes: int


class BotProcess:
    """``ask`` raises ``Fault`` when the process fails; it must be closed then."""

    def __init__(self) -> None:
        #: The kernels it has loaded (``warmups.py``).
        self.ready: set[tuple[str, str, str, int]] = set()
        self._loop = asyncio.get_running_loop()
        self._gone: Future[None] = self._loop.create_future()
        self._questions: SimpleQueue[tuple[_Question, Future[str]] | None] = SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        Thread(target=self._live, name="process", daemon=True).start()

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    async def wait_until_ready(self, start: StartWorker) -> None:
        """Wait until the process has started."""
        await self.ask(start, START_TIMEOUT_SECONDS)

    async def ask(
        self,
        question: WorkerRequest,
        seconds: float,
        on_progress: OnProgress = lambda part: None,
        max_bytes: int = MAX_RESPONSE_BYTES,
    ) -> str:
        """Its response within that time; ``on_progress`` is called with what it tells before."""
        answer: Future[str] = self._loop.create_future()
        self._questions.put((_Question(question, on_progress, max_bytes), answer))
        try:
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError:
            raise Fault("late", "") from None

    async def close(self) -> None:
        """Kill the process, whatever it is doing: it holds no state."""
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
        with suppress(OSError):  # then every request fails
            # Its own session, so that Ctrl-C in the server's terminal does not reach it, not even while it starts.
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
                # A bad request must not end the thread: no other would ever be answered.
                self._tell(answer, Fault("crashed", type(problem).__name__))
        if self._process:
            self._process.kill()
            with suppress(OSError), self._process:
                """Closes the pipes and waits for the process."""

    def _answer(self, question: _Question) -> str:
        process = self._process
        if not (process and process.stdin and process.stdout):
            raise Fault("crashed", "not started")
        try:
            process.stdin.write(write_request(question.request))
            process.stdin.flush()
            while (answer := _read_response(process.stdout, question.max_bytes)).progress is not None:
                with suppress(RuntimeError):  # the event loop is closed already
                    self._loop.call_soon_threadsafe(question.on_progress, answer.progress)
            return answer.action
        except OSError:
            raise Fault("crashed", "gone") from None

    def _tell(self, future: Future[str] | Future[None], what: str | Fault | None) -> None:
        def tell() -> None:
            if future.done():
                return
            if isinstance(what, Fault):
                future.set_exception(what)
            else:
                future.set_result(what)  # type: ignore[arg-type]  # a request gets its text, the end None

        with suppress(RuntimeError):  # the event loop is closed already
            self._loop.call_soon_threadsafe(tell)


def _read_response(pipe: IO[bytes], max_bytes: int) -> WorkerResponse:
    """Read the next response; raises ``Fault`` if it is not one."""
    length = int.from_bytes(pipe.read(LENGTH_BYTES), "big")
    if length > max_bytes:
        raise Fault("flooded", "")
    if not (message := pipe.read(length)):
        raise Fault("crashed", "gone")
    try:
        answer = msgspec.json.decode(message, type=WorkerResponse)
    except msgspec.DecodeError:
        raise Fault("unreadable", "") from None
    if answer.refusal:
        raise Refused(answer.problem, answer.refusal)
    if answer.problem:
        raise Fault("crashed", answer.problem)
    return answer
