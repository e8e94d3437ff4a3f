"""One instance among the others: it joins them, keeps up to date, and leaves."""

from __future__ import annotations

import sys
from collections.abc import Callable

import structlog

from wonderland import __version__
from wonderland.core.errors import NotAllowed
from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.bus.bus import ALL, Bus, instance_channel, table_channel
from wonderland.server.bus.envelope import derive_key
from wonderland.server.bus.messages import AnyMessage, Draining, Written
from wonderland.server.clock import Alarm, Clock
from wonderland.server.cluster.announcements import Announcements
from wonderland.server.cluster.leases import TableLeases
from wonderland.server.cluster.limit_sync import LimitSync
from wonderland.server.cluster.membership import Membership
from wonderland.server.cluster.people_sync import PeopleSync
from wonderland.server.cluster.presence_sync import PresenceSync
from wonderland.server.cluster.table_sync import TableSync
from wonderland.server.errors import NotSaved
from wonderland.server.people import People
from wonderland.server.presence import Presence
from wonderland.server.rate_limits import RateLimits
from wonderland.server.sockets.person_feed import PersonFeed
from wonderland.server.sockets.sessions import SocketSessions
from wonderland.server.store.instance_store import Instance
from wonderland.server.store.store import Store
from wonderland.server.tables.following import TableFollower
from wonderland.server.tables.scheduler import BotPace
from wonderland.server.tables.table import Table
from wonderland.server.tables.tables import Tables

TICK_MS = 1_000
COMPARE_TICKS = 2  #: between two comparisons of the tables in memory with the store
ORPHAN_TICKS = 10  #: between two searches for tables that nobody looks after
CHECK_TICKS = 30  #: between two checks of the credentials of all sessions
CHECK_TICKS_UNTOLD = 4  #: the same while the bus is lost, or another instance is not heard: nobody could tell us
UNHEARD_MS = 2_500  #: after which another instance, which sends something every second, counts as not heard

_logger = structlog.get_logger(__name__)


def fingerprint(secret: str, admin: str) -> str:
    """Tells whether two instances have the same secrets, and nothing else about them."""
    return derive_key(f"{secret} {admin}".encode(), "fingerprint").hex()


class Cluster:
    """Made in two steps: the leases, which the tables need, and with ``connect`` all that needs the tables."""

    def __init__(
        self,
        bus: Bus,
        store: Store,
        clock: Clock,
        background_tasks: BackgroundTasks,
        instance: str,
        *,
        address: Callable[[], str],
        secrets: str,
    ) -> None:
        self._bus = bus
        self._store = store
        self._clock = clock
        self._background_tasks = background_tasks
        self.instance = instance
        self.membership = Membership(store.instances, clock, background_tasks, self._listed)
        self.leases = TableLeases(store.tables, clock, background_tasks, self.membership, instance)
        self._address = address
        self._secrets = secrets
        self._alarm: Alarm | None = None
        self._ticks = 0
        self._stopped = False
        #: By other instance that lives, when something of it was last heard.
        self._heard: dict[str, int] = {}

    def _listed(self) -> Instance:
        now = self._clock.now()
        return Instance(
            id=self.instance,
            address=self._address(),
            version=__version__,
            secrets=self._secrets,
            started=now,
            seen=now,
        )

    def connect(
        self,
        tables: Tables,
        people: People,
        presence: Presence,
        sessions: SocketSessions,
        person_feed: PersonFeed,
        limits: RateLimits,
        secret: bytes,
    ) -> None:
        """Observe what happens here, and act on what the others say."""
        bus, store, background_tasks = self._bus, self._store, self._background_tasks
        self._tables, self._person_feed, self._presence = tables, person_feed, presence
        self._follower = TableFollower(
            store.tables, store.chat, background_tasks, tables.get, tables.rebuilder.read_again
        )
        self.announcements = announcements = Announcements(bus, store.instances, self._clock, self.instance)
        self._people_news = PeopleSync(bus, store, people, tables, sessions, announcements, background_tasks)
        self._presence_news = PresenceSync(bus, presence, self.instance)
        self._limit_news = LimitSync(bus, limits, sessions, tables, derive_key(secret, "limits"))
        self._table_news = TableSync(
            bus, tables, self._follower, self.leases, presence, person_feed, announcements, background_tasks
        )
        tables.before_use.append(self._freshen)
        self.leases.on_gain.append(self._gained)
        self.leases.on_loss.append(tables.memory.lease_lost)
        self.membership.on_arrival.append(self._arrived)
        self.membership.on_end.append(self._ended)
        self.membership.before_return.append(self._people_news.check)
        self.membership.on_return.append(self._returned)
        bus.subscribe(instance_channel(self.instance))
        bus.on_connect.append(self._connected)
        bus.on_message.append(self._hear)

    # ---- joining and leaving ------------------------------------------------------------------------

    async def join(self) -> None:
        """Raises a sentence if Redis is not there, or if the secrets are not those of the others."""
        await self._bus.open()
        await self.membership.join()
        self._set_alarm()

    async def check_secrets(self) -> None:
        """Raises a sentence if instances with other secrets live: they would not hear us."""
        if any(one.secrets != self._secrets for one in await self.living()):
            raise NotAllowed("instance_other_secrets")

    async def drain(self) -> None:
        """Let the others take over what we look after."""
        self.leases.drain()
        await self.membership.drain()
        self._bus.publish(ALL, Draining())

    def stop(self) -> None:
        """Compare nothing more, before the tables are dropped."""
        self._stopped = True
        if self._alarm:
            self._alarm.cancel()
        self.membership.stop()

    async def leave(self) -> None:
        self.stop()
        await self.membership.leave()
        await self._bus.close()

    # ---- keeping up ---------------------------------------------------------------------------------

    def _set_alarm(self) -> None:
        if not self._stopped:
            self._alarm = self._clock.at(self._clock.now() + TICK_MS, self._tick)

    def _tick(self) -> None:
        self._set_alarm()
        self._ticks += 1
        self._presence_news.beat()
        if self._ticks % COMPARE_TICKS == 0:
            self._background_tasks.start(self.compare())
        if self._ticks % ORPHAN_TICKS == 0:
            self._tables.look_for_orphans()
        if self._ticks % (CHECK_TICKS if self._can_be_told else CHECK_TICKS_UNTOLD) == 0:
            self._background_tasks.start(self._people_news.check())

    @property
    def _can_be_told(self) -> bool:
        """Whether we would hear it if somebody was banned at any other instance."""
        oldest = self._clock.now() - UNHEARD_MS
        return self._bus.connected and all(heard >= oldest for heard in self._heard.values())

    async def compare(self) -> None:
        """Compare every table in memory with the store: whatever was missed is read, and whatever nobody looks after is
        claimed.
        """
        ids = [table.now.id for table in self._tables.in_memory() if table.saved]
        if not ids or self._stopped:
            return
        try:
            positions = await self._store.tables.positions(ids, self._clock.now())
        except NotSaved as problem:
            _logger.warning("tables_not_compared", key=problem.key)
            return
        for id in self._follower.compare(positions):
            if table := self._tables.get(id):
                self._table_news.announce(table, answer=True)  # so that we are told the next time
        for position in positions:
            if self._tables.get(position.id):
                self.leases.compare(position)

    async def _freshen(self, table: Table) -> None:
        """Whoever asks about a table sees what they have just done at another instance."""
        found = await self._store.tables.positions([table.now.id], self._clock.now())
        for position in found:
            await self._follower.catch_up(position.id, position.version)

    # ---- what happens -------------------------------------------------------------------------------

    def _gained(self, id: str, interrupted: bool) -> None:
        if self._tables.get(id):
            self._tables.memory.lease_gained(id, interrupted)
        else:
            self.leases.give_up(id)  # dropped meanwhile; somebody takes it over

    def _arrived(self, instance: str) -> None:
        self._heard[instance] = self._clock.now()

    def _ended(self, instance: str) -> None:
        self._heard.pop(instance, None)
        self._presence.forget(instance)
        self._table_news.forget(instance)
        self._tables.look_for_orphans()
        self._background_tasks.start(self.compare())

    def _returned(self) -> None:
        """We were paused, and anything may have happened."""
        self.leases.lose_all()
        self._background_tasks.start(self.compare())
        self._presence_news.begin()
        self._table_news.announce_all()

    def _connected(self) -> None:
        """Messages arrive, perhaps again after a while."""
        self._background_tasks.start(self.compare())
        self._background_tasks.start(self._people_news.check())
        self._person_feed.send_all_tables()

    def _hear(self, sender: str, message: AnyMessage) -> None:
        if sender in self._heard:
            self._heard[sender] = self._clock.now()
        if isinstance(message, Draining):
            self._tables.look_for_orphans()
            self._background_tasks.start(self.compare())

    def tell_written(self, id: str) -> None:
        """A log was written past the tables in memory: whoever has that table reads it."""
        self._bus.publish(table_channel(id), Written({id: sys.maxsize}))

    async def living(self) -> list[Instance]:
        """All instances that live, as the store knows them at this moment."""
        now = self._clock.now()
        return [one for one in await self._store.instances.all() if one.lives(now)]

    def set_bot_pace(self, id: str, pace: BotPace) -> None:
        self._table_news.set_bot_pace(id, pace)
