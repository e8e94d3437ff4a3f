"""The tables in memory, each with its scheduler, from when they are registered until they are dropped."""

from __future__ import annotations

from collections.abc import Callable

from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.clock import Clock
from wonderland.server.errors import NotSaved, Unknown
from wonderland.server.presence import Presence
from wonderland.server.store.table_store import TableStore
from wonderland.server.tables.leases import Leases
from wonderland.server.tables.scheduler import TableScheduler
from wonderland.server.tables.seat_index import SeatIndex
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Table

RETRY_AFTER_MS = 2_000  #: after which a table whose dropping could not be saved is tried again

#: Makes the scheduler of a table. The number: since when nobody is connected, if that is known from before.
MakeScheduler = Callable[[Table, int | None], TableScheduler]


class TablesInMemory:
    """Keeps the schedulers up to date with what happens to their tables, and tells observers.

    ``expect_due`` is called with the time at which a table that was dropped has to be loaded again. ``on_action`` is
    called with the game of every action that is on disk.
    """

    def __init__(
        self,
        store: TableStore,
        clock: Clock,
        background_tasks: BackgroundTasks,
        presence: Presence,
        leases: Leases,
        make_scheduler: MakeScheduler,
        *,
        expect_due: Callable[[int | None], None],
        on_action: Callable[[str], object],
    ) -> None:
        self._store = store
        self._clock = clock
        self._background_tasks = background_tasks
        self._leases = leases
        self._make_scheduler = make_scheduler
        self._expect_due = expect_due
        self._on_action = on_action
        #: Called with the states before and after every saved entry of any table.
        self.on_change: list[Callable[[TableState | None, TableState], None]] = []
        #: Called with a table that is in memory from now on; and with the id of one that no longer is.
        self.on_load: list[Callable[[Table], None]] = []
        self.on_drop: list[Callable[[str, bool], None]] = []
        self._tables: dict[str, Table] = {}
        self._schedulers: dict[str, TableScheduler] = {}
        self._seated = SeatIndex()
        #: Tables that are being dropped.
        self._dropping: set[str] = set()
        #: When the server was started, or its clock last jumped: no clock of a table may run out unseen before that.
        self._interrupted = 0
        clock.on_jump.append(self._clock_jumped)
        presence.on_change.append(self._presence_changed)

    def open(self, interrupted: bool) -> None:
        """``interrupted``: nobody has looked after any table until now."""
        self._interrupted = self._clock.now() if interrupted else 0

    async def stop(self) -> None:
        """Stop bots and clocks, wait for background tasks, and drop every table."""
        for scheduler in self._schedulers.values():
            scheduler.stop()
        await self._background_tasks.wait()
        ours = [(id, table) for id, table in self._tables.items() if self._leases.give_up(id)]
        saved = [self._schedulers[id] for id, table in ours if table.saved and not table.broken]
        try:
            rows = [scheduler.unloaded_row() for scheduler in saved]
            await self._store.mark_unloaded(rows, self._leases.instance)
        except NotSaved:
            pass  # then they are loaded at the next start
        finally:
            for id in list(self._tables):
                self._tell_dropped(id, released=True)
            self._tables.clear()
            self._schedulers.clear()
            self._seated.clear()

    # ---- finding ------------------------------------------------------------------------------------

    def __contains__(self, id: str) -> bool:
        return id in self._tables

    def get(self, id: str) -> Table | None:
        return self._tables.get(id)

    def find(self, id: str) -> Table:
        """Raises ``Unknown`` for a table that is not in memory."""
        if id not in self._tables:
            raise Unknown("table_unknown", table=id[:20])
        return self._tables[id]

    def scheduler(self, id: str) -> TableScheduler:
        self.find(id)
        return self._schedulers[id]

    def all(self) -> list[Table]:
        return list(self._tables.values())

    # ---- coming and going ---------------------------------------------------------------------------

    def register(self, table: Table, empty_since: int | None = None) -> None:
        """Hold a table in memory; ``tell_loaded`` once it is on disk. Its scheduler is to be resumed."""
        id = table.now.id
        self._tables[id] = table
        # The scheduler observes the table before we do: a table that is closed is unregistered last.
        scheduler = self._make_scheduler(table, empty_since)
        table.on_change.append(self._changed)
        if id in self._schedulers:
            self._schedulers[id].stop()
        self._schedulers[id] = scheduler
        self._seated.change(id, (), table.now.people)

    def replace(self, old: Table, new: Table) -> None:
        """Hold a table in place of the object that it was until now."""
        self._seated.change(old.now.id, old.now.people, ())
        self.register(new)

    def resume(self, id: str, unarchived: bool) -> None:
        """Start the scheduler of a table that was loaded. ``unarchived``: a game that has ended may not be archived."""
        self._schedulers[id].resume(self._interrupted, unarchived)

    def unregister(self, id: str) -> None:
        self._schedulers.pop(id).stop()
        self._seated.change(id, self._tables.pop(id).now.people, ())
        self._tell_dropped(id, self._leases.give_up(id))

    def tell_loaded(self, table: Table) -> None:
        """Look after a table, unless somebody else does, and tell the observers that it is in memory."""
        self._leases.want(table.now.id)
        for observer in self.on_load:
            observer(table)

    def _tell_dropped(self, id: str, released: bool) -> None:
        for observer in self.on_drop:
            observer(id, released)

    def drop_idle(self, table: Table) -> None:
        """Drop a table that nobody needs, in the background."""
        id = table.now.id
        if id not in self._dropping and self._tables.get(id) is table:
            self._dropping.add(id)
            self._background_tasks.start(self._drop(id, table))

    async def _drop(self, id: str, table: Table) -> None:
        """Drop a table, unless somebody comes while the store is told."""
        scheduler, version = self._schedulers[id], table.now.version
        used, table.row_is_stale = scheduler.used, True
        if not self._leases.holds(id):
            self._dropping.discard(id)
            self.unregister(id)
            return
        try:
            unloaded = scheduler.unloaded_row()
            await self._store.mark_unloaded([unloaded], self._leases.instance)
        except NotSaved:
            self._clock.at(self._clock.now() + RETRY_AFTER_MS, scheduler.refresh)
            return
        finally:
            self._dropping.discard(id)
        if self._schedulers.get(id) is not scheduler:
            return
        if scheduler.idle and table.now.version == version and scheduler.used == used:
            self.unregister(id)
            self._expect_due(unloaded.due)
        else:
            if self._leases.instance:
                self._leases.give_up(id)  # that is what the store says now
                self._leases.want(id)
            scheduler.refresh()

    # ---- what happens to them -----------------------------------------------------------------------

    def lease_gained(self, id: str, interrupted: bool) -> None:
        """We look after a table from now on. ``interrupted``: nobody has for a while."""
        self._schedulers[id].lease_gained(self._clock.now() if interrupted else self._interrupted)

    def lease_lost(self, id: str) -> None:
        if id in self._schedulers:
            self._schedulers[id].lease_lost()

    def tell_changed(self, before: TableState | None, after: TableState) -> None:
        """Tell the observers of entries that are on disk."""
        for observer in self.on_change:
            observer(before, after)

    def _changed(self, before: TableState | None, after: TableState) -> None:
        if before and before.seats is not after.seats:
            self._seated.change(after.id, set(before.people) - set(after.people), after.people)
        table = self._tables[after.id]
        acted = before and before.game_state is not after.game_state and before.number == after.number
        if acted and not table.following:
            self._on_action(after.game)
        self.tell_changed(before, after)
        if after.phase == "closed":
            for watcher in table.audience.everyone():
                watcher.dismiss("closed")
            self.unregister(after.id)

    def _presence_changed(self, person: str) -> None:
        for id in self._seated.tables_of(person):
            self._schedulers[id].presence_changed(person)

    def _clock_jumped(self, milliseconds: int) -> None:
        self._interrupted = self._clock.now()
        for scheduler in list(self._schedulers.values()):
            scheduler.clock_jumped(milliseconds)
