"""A child process of low priority in which games are reviewed: started when the first is wanted, ended when idle."""

from __future__ import annotations

import asyncio

import structlog

from wonderland.bots.running import Fault
from wonderland.core.errors import NotAllowed, NotInstalled
from wonderland.review.reviewer import OnProgress
from wonderland.server.bot_processes.child_protocol import HintRequest, ReviewRequest
from wonderland.server.bot_processes.pool import start_request
from wonderland.server.bot_processes.process import BotProcess, Refused

REVIEW_NICENESS = 10  #: Unix niceness: bots that somebody waits for come first
MAX_ATTEMPTS = 2  #: of one request: a process may fail for reasons outside of it
MAX_REPORT_BYTES = 16_000_000  #: a longer report is a fault
IDLE_SECONDS = 60.0  #: after which a process that nobody needs is ended: it holds compiled code and networks

_logger = structlog.get_logger(__name__)


class ReviewProcess:
    """Answers one request at a time, those that wait in their order."""

    def __init__(self, nice: int = REVIEW_NICENESS, idle_seconds: float = IDLE_SECONDS) -> None:
        self._nice = nice
        self._idle_seconds = idle_seconds
        self._turn = asyncio.Lock()
        self._process: BotProcess | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._closing: set[asyncio.Task[None]] = set()
        #: Requests that wait for the process, or that it works on.
        self.wanted = 0

    @property
    def alive(self) -> bool:
        """Whether there is a process now."""
        return self._process is not None and self._process.alive

    async def ask(
        self,
        request: ReviewRequest | HintRequest,
        seconds: float,
        on_progress: OnProgress = lambda part: None,
    ) -> bytes:
        """JSON, within that time for each attempt. Raises ``NotAllowed`` with why there is none.

        When the caller is cancelled the process is ended: nobody else should wait for what it does.
        """
        self.wanted += 1
        try:
            async with self._turn:
                self._stop_waiting()
                for _ in range(MAX_ATTEMPTS):
                    try:
                        return await self._attempt(request, seconds, on_progress)
                    except Refused as refusal:
                        raise _refusal(refusal) from None
                    except Fault as fault:
                        _logger.warning("review_fault", game=request.game, kind=fault.kind, problem=fault.detail)
                raise NotAllowed("review_failed")
        finally:
            self.wanted -= 1

    async def close(self) -> None:
        """Kill the process, even in the middle of a review."""
        self._stop_waiting()
        await self._end()
        await asyncio.gather(*self._closing)

    async def _attempt(self, request: ReviewRequest | HintRequest, seconds: float, on_progress: OnProgress) -> bytes:
        try:
            if self._process is None or not self._process.alive:
                await self._end()
                self._process = BotProcess()
                await self._process.wait_until_ready(start_request(self._nice))
            answer = await self._process.ask(request, seconds, on_progress, MAX_REPORT_BYTES)
        except Refused:
            self._end_later()
            raise
        except BaseException:
            await self._end()
            raise
        self._end_later()
        return answer.encode()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process:
            await process.close()

    def _end_later(self) -> None:
        self._ending = asyncio.get_running_loop().call_later(self._idle_seconds, self._end_now)

    def _end_now(self) -> None:
        task = asyncio.create_task(self._end(), name="end of an idle process")
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def _stop_waiting(self) -> None:
        if self._ending:
            self._ending.cancel()
            self._ending = None


def _refusal(refusal: Refused) -> NotAllowed:
    """The same for whoever waits; what is refused is told without values, which may be cards."""
    missing = refusal.problem == NotInstalled.__name__
    return NotAllowed("review_not_installed" if missing else "review_refused")
