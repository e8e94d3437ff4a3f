"""A database with scripted delays and failures, to expose races in what rests on it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random
from typing import Any

from wonderland.server.errors import NotSaved
from wonderland.server.store.database import Database, Work, WorkResult
from wonderland.server.store.job_store import QueueChanges
from wonderland.server.store.log_rows import LogAppend, LogEntryRow

MAX_TURNS = 40  #: of the event loop by which a write is delayed, before and after


class ScriptedDatabase:
    """Another database, whose every write is delayed, and whose every ``fail_every``th one is refused.

    The delays are turns of the event loop, the same for the same ``seed``. What is refused is not written.
    ``failing`` switches the refusals on and off.
    """

    def __init__(self, database: Database, seed: int = 0, fail_every: int = 0) -> None:
        self._database = database
        self._random = Random(seed)
        self._fail_every = fail_every
        self.failing = True
        self.writes = 0
        self.refused = 0
        self.url = database.url
        self.concurrent = database.concurrent

    async def migrate(self, backups: Path | None) -> Path | None:
        """As the other database, at once."""
        return await self._database.migrate(backups)

    async def check_version(self) -> None:
        """As the other database, at once."""
        await self._database.check_version()

    async def open(self) -> None:
        """As the other database, at once."""
        await self._database.open()

    async def open_beside(self) -> None:
        """As the other database, at once."""
        await self._database.open_beside()

    async def close(self) -> None:
        """As the other database, at once."""
        await self._database.close()

    def reading(self) -> AbstractAsyncContextManager[Any]:
        """A connection for queries, which nothing delays."""
        return self._database.reading()

    async def entries_after(self, versions: Mapping[str, int]) -> list[LogEntryRow]:
        """As the other database, at once."""
        return await self._database.entries_after(versions)

    async def append(self, appends: Sequence[LogAppend]) -> list[Exception | None]:
        """Write entries, late, or refuse them."""
        await self._before()
        found = await self._database.append(appends)
        await self._delay()
        return found

    async def transact(self, works: Sequence[Work]) -> list[WorkResult]:
        """Run works, late, or refuse them."""
        await self._before()
        found = await self._database.transact(works)
        await self._delay()
        return found

    def failure(self, problem: BaseException) -> NotSaved:
        """The other database's reason."""
        return self._database.failure(problem)

    def changes(self) -> QueueChanges:
        """The other database's news of the queue."""
        return self._database.changes()

    def wall(self) -> float:
        """The other database's clock."""
        return self._database.wall()

    async def _before(self) -> None:
        await self._delay()
        self.writes += 1
        if self.failing and self._fail_every and self.writes % self._fail_every == 0:
            self.refused += 1
            raise NotSaved("not_saved_io")

    async def _delay(self) -> None:
        for _ in range(self._random.randrange(MAX_TURNS)):
            await asyncio.sleep(0)
