"""Whether a server can be trusted with a game right now."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.journal import NotSaved

if TYPE_CHECKING:
    from wonderland.server.context import ServerContext

WAIT = 2.0  #: seconds after which a database that does not answer is not ready
FRESH = 1_000  #: milliseconds for which an answer holds, so that asking often costs nothing


class Ready(msgspec.Struct, frozen=True):
    """Whether the server can serve, and why not.

    ``problems`` are ``database_full``, ``database_read_only``, ``database_io``, ``database_gone``, ``database_locked``,
    ``database_damaged``, ``database_slow``, ``database`` (for any other reason) or ``stopping``.
    """

    ready: bool
    problems: tuple[str, ...] = ()


class Health:
    """Answers ``/readyz``: one probe at a time, and none more often than every second."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._turn = asyncio.Lock()
        self._last: tuple[int, Ready] | None = None

    async def ready(self) -> Ready:
        async with self._turn:
            now = self._context.clock.now()
            if self._last is None or now - self._last[0] >= FRESH:
                # Bots are no condition: when no process can be had for one, a simpler one plays without.
                problems = await self._database()
                self._last = self._context.clock.now(), Ready(not problems, problems)
            return self._last[1]

    async def _database(self) -> tuple[str, ...]:
        """Write something, through the same transactions as everyone: only that proves that the disk takes it."""
        try:
            await asyncio.wait_for(self._context.journal.run(_touch), WAIT)
        except NotSaved as problem:
            return (_named(problem),)
        except TimeoutError:
            failed = self._context.journal.problem
            return (_named(failed) if failed else "database_slow",)
        return ()


def _named(problem: NotSaved) -> str:
    cause = problem.key.removeprefix("not_saved").removeprefix("_")
    return "stopping" if cause == "stopping" else "_".join(filter(None, ("database", cause)))


async def _touch(connection: AsyncConnection) -> None:
    await connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
