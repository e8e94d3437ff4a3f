"""Everything one server process holds, made and opened in the right order."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Self

from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.bot_processes.processes import BotProcesses
from wonderland.server.clock import Clock, SystemClock
from wonderland.server.connection_limits import OpenConnections, RefusalLog, limits_for
from wonderland.server.hosting import open_files, server_secrets
from wonderland.server.hosting.lock import server_lock
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
from wonderland.server.tables.scheduler import BotDecisions
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
        bots: BotDecisions | None = None,
        random: Callable[[], Random] = secure_random,
    ) -> None:
        self.settings = settings
        self.offline = offline
        server_secrets.private_folder(settings.data)
        self.secrets = server_secrets.load_or_create(settings.secrets or settings.data)
        self.metrics = Metrics()
        self._lock = server_lock(settings)
        self.database: Database = database or open_database(database_url(settings), settings.durability)
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
        presence = Presence()
        self.socket_sessions = SocketSessions(settings, self.clock, self.connections.limits, presence, refusals)
        secret = self.secrets.session.encode()
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

    async def __aenter__(self) -> Self:
        self._lock.acquire()
        try:
            await self._migrate()
            await self.database.open()
            self.journal.start()
            await self._start_clock()
            if not self.offline:
                await self._resume()
        except BaseException:
            self.clock.stop()
            await self.journal.close()
            await self.database.close()
            self._lock.release()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.people.deletions.stop()  # before the tables, which it needs
        self.clock.stop()
        await self.tables.stop()
        await self.archiver.stop()
        await self.own_reviews.close()
        await self.hints.close()
        await self.decisions.close()
        await self.bot_processes.close()
        await self.journal.close()
        if isinstance(self.journal.failure, DatabaseGone):
            await self._rescue()
        await self.database.close()
        self._lock.release()

    async def close_sessions(self) -> None:
        """Tell every client to reconnect in a moment; returns once all sessions have ended."""
        self.socket_sessions.close_all()
        await self.socket_sessions.wait_until_empty()

    async def reload(self) -> None:
        """Start again from what is on disk. Everything in memory is dropped before anything is awaited."""
        self.socket_sessions.close_all()
        self.people.clear_caches()
        await self.tables.stop()
        self.archiver.discard()
        await self._start_clock()
        await self._resume()

    async def _resume(self) -> None:
        await self.tables.open()
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
        kept = await self.database.migrate(self.settings.data / "backups")
        if kept:
            logger.info("database migrated", backup=kept.name)
