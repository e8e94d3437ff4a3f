"""Readiness: whether what players do now would be saved."""

from __future__ import annotations

import asyncio

import msgspec

from wonderland.server.context import ServerContext
from wonderland.server.errors import NotSaved

DATABASE_TIMEOUT_SECONDS = 2.0  #: after which a database that does not answer counts as slow
MAX_AGE_MS = 1_000  #: for which a result is reused, so that frequent probes cost nothing


class Readiness(msgspec.Struct, frozen=True):
    """Whether the server can serve, and why not.

    ``problems`` are ``database_full``, ``database_read_only``, ``database_io``, ``database_gone``, ``database_locked``,
    ``database_damaged``, ``database_unreachable``, ``database_connections``, ``database_elsewhere``, ``database_slow``,
    ``database`` (for any other reason), ``instance_paused`` (it could send no heartbeat) or ``stopping``.
    """

    ready: bool
    problems: tuple[str, ...] = ()


class ReadinessCheck:
    """Answers ``/readyz``: one probe at a time, and none more often than every second."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._turn = asyncio.Lock()
        self._last: tuple[int, Readiness] | None = None

    async def ready(self) -> Readiness:
        async with self._turn:
            now = self._context.clock.now()
            if self._last is None or now - self._last[0] >= MAX_AGE_MS:
                # Bot processes are not checked: without one, a simpler bot decides in this process.
                problems = self._instance() + await self._database()
                self._last = self._context.clock.now(), Readiness(not problems, problems)
            return self._last[1]

    def _instance(self) -> tuple[str, ...]:
        """Without Redis an instance serves all the same, only that it hears of the others seconds later."""
        cluster = self._context.cluster
        if self._context.draining:
            return ("stopping",)
        return ("instance_paused",) if cluster and not cluster.membership.valid else ()

    async def _database(self) -> tuple[str, ...]:
        """Write through the journal, as every action does: only that proves that the disk accepts writes."""
        try:
            await asyncio.wait_for(self._context.store.admin.touch(), DATABASE_TIMEOUT_SECONDS)
        except NotSaved as problem:
            return (_named(problem),)
        except TimeoutError:
            failed = self._context.journal.problem
            return (_named(failed) if failed else "database_slow",)
        return ()


def _named(problem: NotSaved) -> str:
    cause = problem.key.removeprefix("not_saved").removeprefix("_")
    return "stopping" if cause == "stopping" else "_".join(filter(None, ("database", cause)))
