"""Bots' decisions by workers: whoever asks gets an action, if not from a worker, then from the server itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any, Protocol

import msgspec
import structlog

from wonderland.bots.bot import Budget
from wonderland.core.errors import WonderlandError
from wonderland.games.registry import find
from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.bot_processes.processes import decision_seconds
from wonderland.server.jobs.decide import Decision, decide_payload
from wonderland.server.jobs.job_results import JobResults
from wonderland.server.jobs.worker import HEARTBEAT_SECONDS
from wonderland.server.store.job_store import STORE_FAILURES, JobRow, JobStore

KIND = "decide"
LOOK_INTERVAL_SECONDS = 2.0  #: between two looks whether there are workers, while decisions are wanted
ALIVE_MS = int(3 * HEARTBEAT_SECONDS * 1000)  #: a worker that was not seen for this long counts as gone
TAKE_TIMEOUT_SECONDS = 0.5  #: for a worker to take a decision, or take it over: an idle one needs milliseconds

Check = Callable[[Any], object]

_logger = structlog.get_logger(__name__)


class OwnDecisions(Protocol):
    """Decides without a worker (``bot_processes``)."""

    async def decide(
        self, bot: str, game: str, view: Any, seed: int, budget: Budget, check: Check | None = None
    ) -> Any: ...

    def expect(self, bot: str, players: int) -> object: ...


class QueuedDecisions:
    """Asks workers while there are any, else ``own``. Without workers it costs one small query every few seconds."""

    def __init__(
        self,
        jobs: JobStore,
        own: OwnDecisions,
        background_tasks: BackgroundTasks,
        *,
        on_decision: Callable[[str, float], None] = lambda bot, seconds: None,
    ) -> None:
        self._jobs = jobs
        self._own = own
        self._background_tasks = background_tasks
        self._on_decision = on_decision
        self._results = JobResults(jobs)
        self._workers = False
        self._look_again = 0.0
        #: When the newest heartbeat of a worker was; and the one after which none took a decision in time.
        self._seen = self._missed = 0
        #: Decisions that workers have made.
        self.decisions = 0

    async def decide(
        self, bot: str, game: str, view: Any, seed: int, budget: Budget, check: Check | None = None
    ) -> Any:
        """As ``BotProcesses.decide``. Cancel the waiting task when the answer is no longer needed."""
        if await self._look_for_workers():
            began = perf_counter()
            row = await self._ask(decide_payload(bot, game, view, seed, budget), decision_seconds(budget))
            action = _read_action(row, game, check) if row else None
            if action is not None:
                self.decisions += 1
                self._on_decision(bot, perf_counter() - began)
                return action
        return await self._own.decide(bot, game, view, seed, budget, check)

    def expect(self, bot: str, players: int) -> object:
        """Prepare the bot here: workers come and go."""
        return self._own.expect(bot, players)

    async def close(self) -> None:
        """Before the store is closed, and after the last table has stopped."""
        await self._results.close()

    async def _look_for_workers(self) -> bool:
        now = asyncio.get_running_loop().time()
        if now < self._look_again:
            return self._workers
        self._look_again = now + LOOK_INTERVAL_SECONDS
        try:
            found = await self._jobs.workers(within_ms=ALIVE_MS)
        except STORE_FAILURES:
            found = []
        self._seen = max((row.seen for row in found if KIND in row.kinds), default=0)
        before, self._workers = self._workers, self._seen > self._missed
        if before and not self._workers:
            # A dead worker tidies up nothing any more.
            self._background_tasks.start(self._jobs.clean())
        return self._workers

    async def _ask(self, payload: bytes, seconds: float) -> JobRow | None:
        """What became of the job; None if no worker answers in time."""
        id, row = None, None
        try:
            id = await self._jobs.add(KIND, payload, keep_ms=int(seconds * 1000))
            row = await self._results.wait(id, taken_within=TAKE_TIMEOUT_SECONDS, within=seconds)
        except TimeoutError:
            # Those that are alive and were busy are asked again after their next heartbeat.
            if self._workers:
                _logger.warning("no_worker_decides")
            self._workers, self._missed = False, self._seen
        except STORE_FAILURES as problem:
            _logger.warning("decision_not_queued", problem=type(problem).__name__)
        finally:
            if id is not None and row is None:
                self._background_tasks.start(self._jobs.remove([id]))
        return row


def _read_action(row: JobRow, game: str, check: Check | None) -> Any:
    """The action of a finished job; None if there is none that the rules allow."""
    if row.result is None:
        _logger.warning("worker_failed", error=row.error)
        return None
    try:
        action = find(game).read_action(msgspec.json.decode(row.result, type=Decision).action)
    except (WonderlandError, msgspec.DecodeError):
        _logger.warning("worker_answer_unreadable")
        return None
    if check and check(action):
        _logger.warning("worker_answer_refused")
        return None
    return action
