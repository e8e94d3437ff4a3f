"""Rebuilding tables in memory from the store: after a failure, after a conflict, and when a log has been rewritten."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.clock import Clock
from wonderland.server.errors import LogConflict, NotSaved, Unknown
from wonderland.server.store.table_store import TableStore, wait_for_appends
from wonderland.server.tables.loading import UnreadableLog
from wonderland.server.tables.table import Table
from wonderland.server.tables.table_loader import MAX_LOG_LENGTH_IN_LOOP, FoundTable, TableLoader, TableSetAside
from wonderland.server.tables.tables_in_memory import TablesInMemory

RETRY_AFTER_MS = 2_000  #: after a failure of the store, until bots and clocks continue


class Rebuilds:
    """Those of one table: one at a time."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        #: How many have begun, and whether the newest could read the log.
        self.begun = 0
        self.read = False


class TableRebuilder:
    """Replaces tables in memory; whoever watches them stays.

    ``wait_for_loading`` returns once a table is not being loaded.
    """

    def __init__(
        self,
        store: TableStore,
        clock: Clock,
        background_tasks: BackgroundTasks,
        loader: TableLoader,
        memory: TablesInMemory,
        wait_for_loading: Callable[[str], Awaitable[None]],
    ) -> None:
        self._store = store
        self._clock = clock
        self._background_tasks = background_tasks
        self._loader = loader
        self._memory = memory
        self._wait_for_loading = wait_for_loading
        #: By table, as long as one of them runs or waits.
        self._rebuilds: WeakValueDictionary[str, Rebuilds] = WeakValueDictionary()
        #: Tables whose log could not be read, and is read again soon.
        self._to_retry: set[str] = set()
        #: Called once a log was changed other than by appending.
        self.on_rewrite: list[Callable[[str], Awaitable[None]]] = []

    async def rewrite(self, id: str, write: Callable[[], Awaitable[None]]) -> None:
        """Change a table's log other than by appending, and rebuild the table from it (``erasure.py``)."""
        table = self._memory.get(id)
        if table and not table.broken:
            # From here on it accepts no entry; what is being written gets to the disk before the work is done.
            table.broken = NotSaved("not_saved")
        try:
            await write()
        finally:
            await self._wait_for_loading(id)
            if id in self._memory:  # perhaps since a moment ago, and read before the change
                await self._rebuild(id)
        for observer in self.on_rewrite:
            await observer(id)

    def read_again(self, id: str) -> None:
        """Rebuild a table: its log has been changed elsewhere, or cannot be followed entry by entry."""
        table = self._memory.get(id)
        if table and not table.broken:
            table.broken = NotSaved("not_saved")
            self._background_tasks.start(self._rebuild(id))

    async def read_again_now(self, id: str) -> bool:
        """The same; it is done when this returns. False if the log could not be read: then it is tried again later."""
        await self._wait_for_loading(id)
        table = self._memory.get(id)
        if table is None:
            return True  # it is read from the store when somebody needs it
        table.broken = NotSaved("not_saved")  # after a conflict too: reading what is new in the log would not do
        return await self._rebuild(id)

    def repair(self, table: Table) -> None:
        """Rebuild a table whose entries could not be saved."""
        conflict = isinstance(table.broken, LogConflict)
        self._background_tasks.start(self._rebuild(table.now.id, 0 if conflict else RETRY_AFTER_MS))

    async def _rebuild(self, id: str, wait: int = 0) -> bool:
        """Rebuild a table once those that were asked for before have ended: what is read first may be older. Several
        that wait share one. False if the log could not be read.
        """
        rebuilds = self._rebuilds.setdefault(id, Rebuilds())
        before = rebuilds.begun
        async with rebuilds.turn:
            if rebuilds.begun == before:
                rebuilds.begun, rebuilds.read = before + 1, False
                rebuilds.read = await self._rebuild_now(id, wait)
            return rebuilds.read

    async def _rebuild_now(self, id: str, wait: int) -> bool:
        """Replace a table by one rebuilt from the store, send every watcher what they miss, and repeat the requests
        that somebody else's entries came before.

        Bots and clocks continue after ``wait`` milliseconds: on a full disk they would fail again at once.
        """
        broken = await self._at_rest(id)
        if broken is None:
            return True
        # Once the scheduler has been stopped, because nothing could be read, only a new one goes on.
        followable = isinstance(broken.broken, LogConflict) and not self._memory.scheduler(id).stopped
        if followable and await self._follow_others(broken):
            return True
        found, gone = None, ""
        if self._memory.get(id) is broken:
            self._memory.scheduler(id).stop()
            try:
                found = await self._loader.load(id)
            except Unknown:  # not even its opening was saved, or somebody else has closed it
                gone = "closed"
            except TableSetAside:
                gone = "restarting"  # the refusal when they reconnect says why
            except Exception as problem:
                self._loader.report_failure(problem)
                self._try_later(broken, problem)
                return False
        if self._memory.get(id) is not broken:  # dropped or closed meanwhile
            broken.refuse_repeating(NotSaved("not_saved"))
        elif found:
            self._replace(broken, found, wait)
        else:
            self._give_up(broken, gone)
        return True

    def _try_later(self, broken: Table, problem: Exception) -> None:
        """Nothing can be read now: what is asked for until then is refused, even after a conflict."""
        broken.broken = problem if isinstance(problem, NotSaved) else NotSaved("not_saved")
        broken.refuse_repeating(broken.broken)
        id = broken.now.id
        if id not in self._to_retry:
            self._to_retry.add(id)
            self._clock.at(self._clock.now() + RETRY_AFTER_MS, lambda: self._retry(id))

    def _retry(self, id: str) -> None:
        self._to_retry.discard(id)
        self._background_tasks.start(self._rebuild(id, RETRY_AFTER_MS))

    async def _at_rest(self, id: str) -> Table | None:
        """A table that accepts no entry, once all that it has appended is on disk or refused: only then does what is
        read hold everything that it has told anybody, and is every request known that is to be repeated.
        """
        while table := self._memory.get(id):
            table.broken = table.broken or NotSaved("not_saved")
            await wait_for_appends(self._store)
            if table.broken and self._memory.get(id) is table:
                return table
        return None

    async def _follow_others(self, table: Table) -> bool:
        """After a conflict: take over what somebody else has written, and decide again what was asked for meanwhile.

        False if the table has to be rebuilt.
        """
        id, saved = table.now.id, table.saved
        if saved is None:
            return False
        try:
            rows = (await self._store.entries_after({id: saved.version})).get(id, [])
        except NotSaved:
            return False
        if self._memory.get(id) is not table or not isinstance(table.broken, LogConflict) or table.saved is not saved:
            return False
        if not 0 < len(rows) <= MAX_LOG_LENGTH_IN_LOOP or not table.rewind():
            return False
        if table.is_closed_by(rows):
            table.refuse_repeating(Unknown("table_unknown", table=id))  # before those who asked are sent away
        try:
            table.follow(rows)  # it still counts as broken, so nothing is appended meanwhile
        except UnreadableLog:
            return False
        requests, table.to_repeat, table.broken = table.to_repeat, [], None
        if self._memory.get(id) is table:
            table.repeat(requests)
            if table.now.phase == "playing":
                self._memory.scheduler(id).caught_up()
            else:
                self._memory.scheduler(id).resume()  # what the archiver was about to write is not written
        return True

    def _give_up(self, broken: Table, reason: str) -> None:
        self._memory.unregister(broken.now.id)
        broken.refuse_repeating(Unknown("table_unknown", table=broken.now.id))
        for watcher in broken.audience.everyone():
            watcher.dismiss(reason)

    def _replace(self, broken: Table, found: FoundTable, wait: int) -> None:
        table, id = found.table, found.table.now.id
        table.audience.watchers = broken.audience.watchers
        table.audience.elsewhere = broken.audience.elsewhere
        self._memory.replace(broken, table)
        self._memory.tell_loaded(table)
        before, conflict = broken.saved, isinstance(broken.broken, LogConflict)
        known = before.version if conflict and before else 0
        for watcher in table.audience.everyone():
            table.catch_up(watcher, known)
        if before and before.version < table.now.version:
            self._memory.tell_changed(before, table.now)
        table.repeat(broken.to_repeat)
        if wait:
            self._clock.at(self._clock.now() + wait, self._memory.scheduler(id).resume)
        else:
            self._memory.scheduler(id).resume()
