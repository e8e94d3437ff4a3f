"""Deleting people for good, despite crashes, a full disk or tables that cannot be read.

One transaction marks the person as gone and notes that the deletion is unfinished (``DeletionStore.begin``). Every
later step may be interrupted: it is repeated after a pause, or at the next start. Finished games stay, since they are
also the other players', but without the name.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from wonderland.server.clock import Alarm, Clock
from wonderland.server.errors import NotSaved
from wonderland.server.people.anonymous import record_without_name
from wonderland.server.store.store import Store

#: Milliseconds until an unfinished deletion is tried again: the first time, and at most.
FIRST_RETRY, LAST_RETRY = 10_000, 3_600_000

_logger = structlog.get_logger(__name__)


class Deletions:
    """Removes deleted people from everything that is kept. ``erase_from_tables`` does that for the tables."""

    def __init__(self, store: Store, clock: Clock, erase_from_tables: Callable[[str], Awaitable[None]]) -> None:
        self._store = store.deletions
        self._clock = clock
        self._erase_from_tables = erase_from_tables
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._retries: dict[str, Alarm] = {}
        self._pauses: dict[str, int] = {}
        self._stopped = False

    async def resume(self) -> None:
        """Finish the deletions that were interrupted; what fails now is tried again later."""
        self._stopped = False
        for person in await self._store.unfinished():
            await self.finish(person)

    async def stop(self) -> None:
        """Start nothing more; the rest is done after the next start."""
        self._stopped = True
        for alarm in self._retries.values():
            alarm.cancel()
        self._retries.clear()
        self._pauses.clear()
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    async def finish(self, person: str) -> None:
        """Finish the deletion of a person; if that fails, it is tried again later. Does not raise."""
        await asyncio.shield(self._start(person))  # the caller may disconnect

    def _start(self, person: str) -> asyncio.Task[None]:
        if person not in self._tasks:
            task = self._tasks[person] = asyncio.create_task(self._attempt(person), name="deletion")
            task.add_done_callback(lambda _: self._tasks.pop(person))
        return self._tasks[person]

    async def _attempt(self, person: str) -> None:
        try:
            await self._steps(person)
            self._pauses.pop(person, None)
        except NotSaved as problem:
            _logger.warning("deletion_not_finished_yet", key=problem.key)
            self._again(person)
        except Exception:
            _logger.exception("deletion_not_finished_yet")
            self._again(person)

    async def _steps(self, person: str) -> None:
        """Each step is idempotent. Tables come after the chat, which they read from the database."""
        await self._store.erase_chat(person)
        await self._anonymise(person)
        await self._erase_from_tables(person)
        # Until then a table may have archived a game or saved a chat line under the old name.
        await self._store.erase_chat(person)
        await self._anonymise(person)
        if not self._stopped:  # else tables may have been left out because the server stops
            await self._store.finish(person)

    async def _anonymise(self, person: str) -> None:
        while not self._stopped and await self._store.anonymise_games(person, record_without_name):
            pass

    def _again(self, person: str) -> None:
        if self._stopped:
            return
        pause = self._pauses.get(person, FIRST_RETRY)
        self._pauses[person] = min(2 * pause, LAST_RETRY)
        self._retries[person] = self._clock.at(self._clock.now() + pause, lambda: self._retry(person))

    def _retry(self, person: str) -> None:
        self._retries.pop(person, None)
        self._start(person)
