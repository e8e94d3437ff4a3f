"""Whether a server can be trusted with a game right now."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.server.store.journal import NotSaved

if TYPE_CHECKING:
    from wonderland.server.house import House

WAIT = 2.0  #: seconds after which a database that does not answer is not ready
FRESH = 1_000  #: milliseconds for which an answer holds, so that asking often costs nothing


class Ready(msgspec.Struct, frozen=True):
    """Whether the server can serve, and which of its parts cannot."""

    ready: bool
    problems: tuple[str, ...] = ()


class Health:
    """Answers ``/readyz``: one probe at a time, and none more often than every second."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._turn = asyncio.Lock()
        self._last: tuple[int, Ready] | None = None

    async def ready(self) -> Ready:
        async with self._turn:
            now = self._house.clock.now()
            if self._last is None or now - self._last[0] >= FRESH:
                # Bots are no condition: when no process can be had for one, a simpler one plays without.
                problems = () if await self._database() else ("database",)
                self._last = self._house.clock.now(), Ready(not problems, problems)
            return self._last[1]

    async def _database(self) -> bool:
        """Write something, through the same transactions as everyone: only that proves that the disk takes it."""
        try:
            await asyncio.wait_for(self._house.journal.run(_touch), WAIT)
        except (NotSaved, TimeoutError):
            return False
        return True


async def _touch(connection: AsyncConnection) -> None:
    await connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
