"""Who looks after which table: the column ``tables.instance``, claimed for many tables in one transaction."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.clock import Clock
from wonderland.server.cluster.membership import Membership
from wonderland.server.errors import NotSaved
from wonderland.server.store.table_store import TablePosition, TableStore

_logger = structlog.get_logger(__name__)


class TableLeases:
    """Implements ``Leases``: of the tables in our memory we look after those that nobody else looks after.

    ``on_gain`` is called with a table and whether it was taken over from an instance that has died, ``on_loss`` with a
    table that we no longer look after.
    """

    def __init__(
        self,
        store: TableStore,
        clock: Clock,
        background_tasks: BackgroundTasks,
        membership: Membership,
        instance: str,
    ) -> None:
        self._store = store
        self._clock = clock
        self._background_tasks = background_tasks
        self._membership = membership
        self.instance: str | None = instance
        self._id = instance
        self.on_gain: list[Callable[[str, bool], None]] = []
        self.on_loss: list[Callable[[str], None]] = []
        self._held: set[str] = set()
        #: In memory, and to be claimed.
        self._wanted: set[str] = set()
        #: Taken over from instances that have died.
        self._orphaned: set[str] = set()
        self._claiming = False
        #: We stop, and want nothing any more.
        self._draining = False

    @property
    def count(self) -> int:
        """How many tables we look after."""
        return len(self._held)

    def holds(self, id: str) -> bool:
        return id in self._held and not self._draining and self._membership.valid

    def want(self, id: str) -> None:
        if id not in self._held and not self._draining:
            self._wanted.add(id)
            self._start()

    def give_up(self, id: str) -> bool:
        self._wanted.discard(id)
        held = id in self._held
        self._held.discard(id)
        return held

    async def take_orphans(self, limit: int, in_memory: Callable[[str], bool]) -> list[str]:
        if self._draining or not self._membership.valid:
            return []
        taken = await self._store.take_orphans(self._id, self._clock.now(), limit)
        self._orphaned |= {id for id, before in taken.items() if self._has_died(before)}
        # We may have dropped a table in a moment in which we could not say so: nobody else would ever take it.
        left_behind = [id for id in await self._store.held_by(self._id) if id not in taken and not in_memory(id)]
        return [*taken, *left_behind[: limit - len(taken)]]

    def _has_died(self, instance: str | None) -> bool:
        return instance not in (None, self._id) and instance not in self._membership.others

    def drain(self) -> None:
        """Look after nothing any more; the store is told when the tables are dropped."""
        self._draining = True
        for id in self._held:
            self._lost(id)

    def lose_all(self) -> None:
        """We were paused: others may look after our tables now. What nobody has taken is claimed again."""
        held, self._held = self._held, set()
        for id in held:
            self._lost(id)
            self.want(id)

    def compare(self, position: TablePosition) -> None:
        """See what the store says of a table in memory."""
        ours = position.instance == self._id
        if not ours and position.id in self._held:
            self._held.discard(position.id)
            self._lost(position.id)
        if (ours or not position.held) and position.id not in self._held:
            self.want(position.id)

    def _lost(self, id: str) -> None:
        for observer in self.on_loss:
            observer(id)

    def _start(self) -> None:
        if not self._claiming:
            self._claiming = True
            self._background_tasks.start(self._claim())

    async def _claim(self) -> None:
        try:
            while self._wanted and not self._draining and self._membership.valid:
                wanted, self._wanted = self._wanted, set()
                taken = await self._store.claim(wanted, self._id, self._clock.now())
                for id, before in taken.items():
                    self._held.add(id)
                    interrupted = id in self._orphaned or self._has_died(before)
                    self._orphaned.discard(id)
                    for observer in self.on_gain:
                        observer(id, interrupted)
        except NotSaved as problem:
            _logger.warning("leases_not_claimed", key=problem.key)  # they are compared again soon
        finally:
            self._claiming = False
