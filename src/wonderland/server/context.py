"""Everything one server process holds, made and opened in the right order."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Self

from wonderland.core.errors import NotAllowed
from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.bot_processes.processes import BotProcesses
from wonderland.server.bus.bus import Bus, LocalBus
from wonderland.server.clock import Clock, SystemClock
from wonderland.server.cluster.cluster import Cluster, fingerprint
from wonderland.server.connection_limits import OpenConnections, RefusalLog, limits_for
from wonderland.server.hosting import addresses, open_files, server_secrets
from wonderland.server.hosting.lock import server_lock
from wonderland.server.ids import new_id
from wonderland.server.jobs.queued_decisions import QueuedDecisions
from wonderland.server.logs import logger
from wonderland.server.metrics import Metrics
from wonderland.server.people import People
from wonderland.server.presence import Presence
from wonderland.server.rate_limits import RateLimits
from wonderland.server.reviews.hints import Hints
from wonderland.server.reviews.own_worker import OwnReviewWorker
from wonderland.server.reviews.reviews import Reviews
from wonderland.server.settings import Settings
from wonderland.server.sockets.channel import PendingWrites
from wonderland.server.sockets.person_feed import PersonFeed
from wonderland.server.sockets.sessions import SocketSessions
from wonderland.server.store.database import Database, DatabaseGone, open_database
from wonderland.server.store.database_url import database_url
from wonderland.server.store.journal import Journal
from wonderland.server.store.sql.sql_store import SqlStore
from wonderland.server.store.sqlite.backup import backup_name
from wonderland.server.store.sqlite.database import SqliteDatabase
from wonderland.server.store.store import Store
from wonderland.server.tables.archiver import GameArchiver
from wonderland.server.tables.erasure import Erasure
from wonderland.server.tables.message_search import MessageSearch
from wonderland.server.tables.replay_cache import ReplayCache
from wonderland.server.tables.scheduler import BotDecisions, BotPace
from wonderland.server.tables.table_lists import TableLists
from wonderland.server.tables.tables import Tables, secure_random


class ServerContext:
    """What the HTTP handlers, the sockets and the admin commands of one server process share.

    ``async with ServerContext(settings) as context`` opens the database and resumes every table; on exit everything is
    saved. With ``offline`` tables are not resumed: an admin can manage people while no clock runs and no bot moves.
    ``database`` (by default, the one that the settings name), ``bots`` (by default, workers or child processes) and
    ``random`` (the source of each deal) can be replaced in tests.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock | None = None,
        *,
        offline: bool = False,
        database: Database | None = None,
        bus: Bus | None = None,
        bots: BotDecisions | None = None,
        random: Callable[[], Random] = secure_random,
    ) -> None:
        self.settings = settings
        self.offline = offline
        #: Names this process among the instances that share a database, anew at every start.
        self.instance = new_id()
        url = database_url(settings)
        if settings.redis and url.file:
            raise NotAllowed("redis_needs_postgresql")
        server_secrets.private_folder(settings.data)
        # New secrets would not be those of the instances that an admin command is to talk to.
        load_secrets = server_secrets.load if offline and settings.redis else server_secrets.load_or_create
        self.secrets = load_secrets(settings.secrets or settings.data)
        self.metrics = Metrics()
        #: The server stops: nobody new is to come.
        self.draining = False
        self._lock = server_lock(settings)
        self.database: Database = database or open_database(url, settings.durability, shared=bool(settings.redis))
        self.clock: Clock = clock or SystemClock(self.database.wall)
        self.writes = PendingWrites()
        self.journal = Journal(self.database, on_commit=self.metrics.observe_commit, after_batch=self.writes.flush)
        self.store: Store = SqlStore(self.database, self.journal)
        self.limits = RateLimits(settings.limit_factor)
        self.replays = ReplayCache()
        self.bot_processes = BotProcesses(settings.bot_processes, on_decision=self.metrics.observe_decision)
        self.background_tasks = BackgroundTasks()
        self.decisions = QueuedDecisions(
            self.store.jobs, self.bot_processes, self.background_tasks, on_decision=self.metrics.observe_decision
        )
        self.own_reviews = OwnReviewWorker(self.store.jobs, self.store.reviews, self.bot_processes)
        self.hints = Hints()
        self.reviews = Reviews(self.store, self.own_reviews)
        refusals = RefusalLog()
        self.connections = OpenConnections(limits_for(settings, open_files.limit()), refusals, settings.trusted_proxies)
        self.presence = presence = Presence()
        self.socket_sessions = SocketSessions(settings, self.clock, self.connections.limits, presence, refusals)
        secret = self.secrets.session.encode()
        self.bus = bus or self._make_bus(secret)
        self.cluster: Cluster | None = None
        if settings.redis:
            self.cluster = Cluster(
                self.bus,
                self.store,
                self.clock,
                self.background_tasks,
                self.instance,
                address=lambda: addresses.local_url(settings),
                secrets=fingerprint(self.secrets.session, self.secrets.admin),
            )
        self.tables = Tables(
            settings,
            self.clock,
            self.store.tables,
            bots or self.decisions,
            self.background_tasks,
            presence,
            secret=secret,
            random=random,
            on_action=self.metrics.count_action,
            leases=self.cluster.leases if self.cluster else None,
        )
        self.table_lists = TableLists(self.store.tables, self.tables)
        self.message_search = MessageSearch(self.store.tables, self.background_tasks)
        self.person_feed = PersonFeed(self.tables)
        self.archiver = GameArchiver(self.clock, self.store, self.tables, self.background_tasks)
        self.people = People(
            self.store,
            self.clock,
            secret,
            erase_from_tables=Erasure(self.store.deletions, self.tables).erase,
            on_change=self.socket_sessions.person_changed,
            on_credential_end=self.socket_sessions.credential_ended,
        )
        if self.cluster:
            self.cluster.connect(
                self.tables,
                self.people,
                presence,
                self.socket_sessions,
                self.person_feed,
                self.limits,
                secret,
            )

    def _make_bus(self, secret: bytes) -> Bus:
        if not self.settings.redis:
            return LocalBus()
        # Its client takes a moment to load.
        from wonderland.server.bus.redis_bus import RedisBus

        return RedisBus(self.settings.redis, secret, self.instance, lambda: self.clock.now())

    async def __aenter__(self) -> Self:
        self._lock.acquire()
        try:
            await self._migrate()
            await self.database.open()
            self.journal.start()
            await self._start_clock()
            await self._join()
            if not self.offline:
                await self._resume()
        except BaseException:
            self.clock.stop()
            await self._leave()
            await self.journal.close()
            await self.database.close()
            self._lock.release()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.people.deletions.stop()  # before the tables, which it needs
        if self.cluster:
            self.cluster.stop()
        self.clock.stop()
        await self.tables.stop()
        await self.archiver.stop()
        await self.own_reviews.close()
        await self.hints.close()
        await self.decisions.close()
        await self.bot_processes.close()
        await self._leave()
        await self.journal.close()
        if isinstance(self.journal.failure, DatabaseGone):
            await self._rescue()
        await self.database.close()
        self._lock.release()

    async def drain(self) -> None:
        """Stop in such a way that other instances go on: they take over the tables, and clients go there at once."""
        self.draining = True
        if self.cluster:
            await self.cluster.drain()

    async def close_sessions(self) -> None:
        """Tell every client to reconnect in a moment; returns once all sessions have ended."""
        self.socket_sessions.close_all(elsewhere=self.cluster is not None and not self.cluster.membership.alone)
        await self.socket_sessions.wait_until_empty()

    async def _join(self) -> None:
        """Join the other instances. An admin command only talks to them."""
        if self.cluster and self.offline:
            await self.bus.open()
            await self.cluster.check_secrets()
        elif self.cluster:
            await self.cluster.join()
            self.journal.refusal = self.cluster.membership.refusal

    async def _leave(self) -> None:
        self.journal.refusal = None
        if self.cluster and not self.offline:
            await self.cluster.leave()
        else:
            await self.bus.close()

    def set_bot_pace(self, table: str, pace: BotPace) -> None:
        """How fast the bots of a table in memory play, by whichever instance."""
        if self.cluster:
            self.cluster.set_bot_pace(table, pace)
        else:
            self.tables.scheduler(table).bot_pace = pace

    async def reload(self) -> None:
        """Start again from what is on disk. Everything in memory is dropped before anything is awaited."""
        self.socket_sessions.close_all()
        self.people.clear_caches()
        await self.tables.stop()
        self.archiver.discard()
        await self._start_clock()
        await self._resume()

    async def _resume(self) -> None:
        # Where others have looked after the tables, no clock has stood still.
        await self.tables.open(interrupted=self.cluster is None or not self.cluster.membership.others)
        await self.people.deletions.resume()  # before anybody sees the tables
        self.socket_sessions.accepting = True

    async def _start_clock(self) -> None:
        """New entries must not seem older than those on disk."""
        if (behind := self.clock.start(await self.store.newest_time())) >= 1_000:
            logger.warning("the machine's clock is behind the newest saved entry", seconds=behind // 1000)

    async def _rescue(self) -> None:
        """Save what the database held after its file was deleted or replaced: that is possible while it is open."""
        assert isinstance(self.database, SqliteDatabase), "PostgreSQL's is never gone"
        to = self.settings.data / "backups" / backup_name("rescued")
        try:
            await self.database.log_writer.rescue(to)
        except Exception as problem:  # whatever it is, the rest must be closed
            logger.error("database could not be rescued", exc_info=problem)
            return
        self.database.file.remove_stale_wal()
        logger.error("database was deleted or replaced; its contents were saved", backup=str(to))

    async def _migrate(self) -> None:
        if self.offline and self.database.url.file is None:
            # Instances of another version may be running on it.
            await self.database.check_version()
            return
        kept = await self.database.migrate(self.settings.data / "backups")
        if kept:
            logger.info("database migrated", backup=kept.name)
