"""Loads the tables at which something is due although nobody is there: a deadline, a bot's move, the end of an idle
table. The store knows when.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import structlog

from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.clock import Alarm, Clock
from wonderland.server.store.table_store import TableStore
from wonderland.server.tables.leases import Leases

MAX_DUE_AT_ONCE = 100  #: tables that are taken from the store at a time
RETRY_AFTER_MS = 2_000  #: after the store has failed

_logger = structlog.get_logger(__name__)


class DueTables:
    """``open`` starts it; ``expect`` tells it of a table that has just been dropped from memory."""

    def __init__(
        self,
        store: TableStore,
        clock: Clock,
        background_tasks: BackgroundTasks,
        load: Callable[[str], Awaitable[None]],
        leases: Leases,
        in_memory: Callable[[str], bool],
    ) -> None:
        self._in_memory = in_memory
        self._leases = leases
        self._store = store
        self._clock = clock
        self._background_tasks = background_tasks
        self._load = load
        self._alarm: Alarm | None = None
        self._set_for: int | None = None
        #: Taken from the store, and still to be loaded.
        self._taken: list[str] = []
        self._busy = self._stopped = False
        #: Whether to take over what other instances had in memory.
        self._orphans = False

    async def open(self) -> None:
        """Load what was in memory when the server was killed, in the background, and what is due from now on."""
        self._stopped = False
        self._taken = await self._interrupted()
        self._start()

    def look(self) -> None:
        """Another instance may have died, or may have left something behind that is due."""
        self._orphans = True
        self._start()

    async def _interrupted(self) -> list[str]:
        if self._leases.instance is None:
            return await self._store.interrupted()
        return await self._leases.take_orphans(MAX_DUE_AT_ONCE, self._in_memory)

    def stop(self) -> None:
        self._stopped = True
        self._taken.clear()
        if self._alarm:
            self._alarm.cancel()
        self._alarm = self._set_for = None

    def expect(self, due: int | None) -> None:
        """Something is due at that time at a table that is not in memory."""
        if due is None or self._stopped or (self._set_for is not None and self._set_for <= due):
            return
        if self._alarm:
            self._alarm.cancel()
        self._alarm, self._set_for = self._clock.at(due, self._start), due

    def _start(self) -> None:
        self._alarm = self._set_for = None
        if not self._busy and not self._stopped:
            self._busy = True
            self._background_tasks.start(self._run())

    async def _run(self) -> None:
        try:
            while not self._stopped:
                while self._taken:
                    await self._load(self._taken[-1])
                    if self._taken:
                        self._taken.pop()
                now, instance = self._clock.now(), self._leases.instance
                self._taken = await self._store.take_due(now, MAX_DUE_AT_ONCE, instance)
                if not self._taken and self._orphans:
                    self._taken = await self._interrupted()
                    self._orphans = len(self._taken) == MAX_DUE_AT_ONCE
                if not self._taken:
                    break
            if not self._stopped:
                self.expect(await self._store.next_due())
        except Exception:
            _logger.exception("due_tables_not_loaded")
            self.expect(self._clock.now() + RETRY_AFTER_MS)
        finally:
            self._busy = False
