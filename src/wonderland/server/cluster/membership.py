"""Heartbeats: each instance writes one to the database every second, and reads those of the others.

Leases are valid while their instance sends heartbeats. An instance that could send none for a while, because it or
the database stood still, must take that into account: others may look after its tables by now, and people may have been
banned without its knowledge. So it writes nothing until it has joined again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog
from msgspec.structs import replace

from wonderland.core.errors import NotAllowed
from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.clock import Alarm, Clock
from wonderland.server.errors import NotSaved
from wonderland.server.store.instance_store import LEASE_MS, Instance, InstanceStore, OtherSecrets

BEAT_INTERVAL_MS = 1_000
#: By this much earlier than anybody else an instance counts itself as dead: clocks differ, and statements take a while.
SAFETY_MS = 1_000

_logger = structlog.get_logger(__name__)


class Membership:
    """Of this instance among the others. ``join`` begins it, ``leave`` ends it."""

    def __init__(
        self, store: InstanceStore, clock: Clock, background_tasks: BackgroundTasks, make: Callable[[], Instance]
    ) -> None:
        """``make`` gives this instance as it is to be listed."""
        self._store = store
        self._clock = clock
        self._background_tasks = background_tasks
        self._make = make
        self.mine: Instance | None = None
        #: The others that live, those included that are draining.
        self.others: dict[str, Instance] = {}
        #: Until when our leases hold, whatever happens.
        self._valid_until = 0
        self._lapsed = False
        self._alarm: Alarm | None = None
        self._beating = self._stopped = False
        #: Called with the id of another instance that has joined, and of one that has ended.
        self.on_arrival: list[Callable[[str], None]] = []
        self.on_end: list[Callable[[str], None]] = []
        #: Called when we are listed again after a pause, before and after we may write again: whatever is in memory may
        #: be out of date.
        self.before_return: list[Callable[[], Awaitable[None]]] = []
        self.on_return: list[Callable[[], None]] = []

    @property
    def valid(self) -> bool:
        """Whether everybody counts us as living, at this very moment."""
        return self._clock.now() < self._valid_until and not self._lapsed

    @property
    def alone(self) -> bool:
        """Whether no other instance could take over."""
        return not any(not other.draining for other in self.others.values())

    def refusal(self) -> NotSaved | None:
        """Why nothing may be written now."""
        return None if self.valid else NotSaved("not_saved_paused")

    async def join(self) -> None:
        """Raises a sentence if an instance with other secrets lives."""
        self._stopped = False
        self.mine = self._make()
        try:
            await self._beat()
        except OtherSecrets:
            raise NotAllowed("instance_other_secrets") from None
        self._set_alarm()

    def stop(self) -> None:
        """Send no more heartbeats."""
        self._stopped = True
        if self._alarm:
            self._alarm.cancel()

    async def leave(self) -> None:
        self.stop()
        if self.mine:
            with suppress(NotSaved):  # the others notice in a few seconds
                await self._store.remove(self.mine.id)

    async def drain(self) -> None:
        """Let the others take over: from here on nobody respects our leases."""
        if self.mine:
            self.mine = replace(self.mine, draining=True)
            with suppress(NotSaved, OtherSecrets):  # the same
                await self._beat()

    def _set_alarm(self) -> None:
        if not self._stopped:
            self._alarm = self._clock.at(self._clock.now() + BEAT_INTERVAL_MS, self._ring)

    def _ring(self) -> None:
        self._set_alarm()
        if not self._beating:
            self._beating = True
            self._background_tasks.start(self._beat_again())

    async def _beat_again(self) -> None:
        try:
            await self._beat()
        except NotSaved as problem:
            _logger.warning("heartbeat_failed", key=problem.key)
        except OtherSecrets:
            _logger.error("instance_other_secrets")
        finally:
            self._beating = False

    async def _beat(self) -> None:
        assert self.mine, "it has joined"
        begun = self._clock.now()
        lapsed = self._lapsed or (self._valid_until != 0 and begun >= self._valid_until)
        self._lapsed = lapsed
        self.mine = replace(self.mine, seen=begun)
        listed = await self._store.beat(self.mine)
        # Also when only the store took so long: whoever looked meanwhile whether we hold a lease has put things off.
        lapsed = lapsed or 0 < self._valid_until <= self._clock.now()
        self._valid_until = begun + LEASE_MS - SAFETY_MS
        if lapsed:
            _logger.warning("instance_paused", instance=self.mine.id)
            for prepare in self.before_return:
                await prepare()
            self._lapsed = False
            for observer in self.on_return:
                observer()
        self._compare({one.id: one for one in listed if one.id != self.mine.id and one.lives(begun)})

    def _compare(self, living: dict[str, Instance]) -> None:
        before, self.others = self.others, living
        for id in before.keys() - living.keys():
            _logger.warning("instance_ended", instance=id)
            for observer in self.on_end:
                observer(id)
        for id in living.keys() - before.keys():
            for observer in self.on_arrival:
                observer(id)
