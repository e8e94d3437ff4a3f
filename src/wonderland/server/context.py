"""What one process holds."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Self

from wonderland.core.errors import NotAllowed
from wonderland.server.bot_processes.processes import BotProcesses
from wonderland.server.clock import Clock, SystemClock
from wonderland.server.connections import OpenConnections, RefusalLog, limits_for
from wonderland.server.hosting import keys, open_files
from wonderland.server.hosting.lock import Lock
from wonderland.server.hosting.logs import logger
from wonderland.server.hosting.metrics import Metrics
from wonderland.server.http.limits import Limits
from wonderland.server.http.replays import Replays
from wonderland.server.people import People
from wonderland.server.settings import Settings
from wonderland.server.sockets.channel import PendingWrites
from wonderland.server.sockets.sessions import SocketSessions
from wonderland.server.store.backup import name_for
from wonderland.server.store.database import Database
from wonderland.server.store.failures import FileMoved
from wonderland.server.store.journal import Journal
from wonderland.server.store.migrating import migrate
from wonderland.server.store.times import newest_time
from wonderland.server.tables.archiver import GameArchiver
from wonderland.server.tables.erasure import Erasure
from wonderland.server.tables.tables import Tables


class ServerContext:
    """What the HTTP handlers, the sockets and the admin commands of one server process share.

    ``async with ServerContext(settings) as context`` opens the database and resumes every table; on exit everything
    is saved. With ``asleep`` tables are not resumed: an admin can manage people while no clock runs and no bot moves.
    """

    def __init__(self, settings: Settings, clock: Clock | None = None, *, asleep: bool = False) -> None:
        self.settings = settings
        self.asleep = asleep
        self.clock: Clock = clock or SystemClock()
        keys.private_folder(settings.data)
        self.keys = keys.keep(settings.secrets or settings.data)
        self.metrics = Metrics()
        self._lock = Lock(settings.data)
        self.database = Database(settings.data / "wonderland.db", settings.durability)
        self.journal = Journal(self.database)
        self.journal.watch = self.metrics.committed
        self.writes = PendingWrites()
        self.journal.after = self.writes.flush
        self.limits = Limits(settings.limit_factor)
        self.replays = Replays()
        self.bot_processes = BotProcesses(settings.bot_processes)
        self.bot_processes.watch = self.metrics.decided
        refusals = RefusalLog()
        self.connections = OpenConnections(limits_for(settings, open_files.limit()), refusals, settings.trusted_proxies)
        self.socket_sessions = SocketSessions(settings, self.clock, self.connections.limits, refusals)
        self.tables = Tables(settings, self.clock, self.database, self.journal, self.bot_processes)
        self.tables.secret = self.keys.session.encode()
        self.archiver = GameArchiver(self.clock, self.database, self.journal, self.tables)
        forget = Erasure(self.journal, self.tables).forget
        self.people = People(self.database, self.journal, self.clock, self.keys.session.encode(), forget=forget)
        self.people.listeners.append(self.socket_sessions.person_changed)
        self.people.credential_listeners.append(self.socket_sessions.end_credential)
        self.tables.on_act = self.metrics.acted

    async def __aenter__(self) -> Self:
        self._lock.take()
        try:
            await self._migrate()
            await self.database.open()
            self.journal.start()
            await self._start_clock()
            if not self.asleep:
                await self.tables.open()
                await self.archiver.open()
                await self.people.deletions.resume()  # before anybody sees the tables
                self.socket_sessions.accepting = True
        except BaseException:
            self.clock.stop()
            await self.journal.close()
            await self.database.close()
            self._lock.give_back()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.people.deletions.stop()  # which needs the tables
        self.clock.stop()
        await self.tables.stop()
        await self.archiver.stop()
        await self.bot_processes.close()
        await self.journal.close()
        if isinstance(self.journal.death, FileMoved):
            await self._rescue()
        await self.database.close()
        self._lock.give_back()

    async def farewell(self) -> None:
        """Tell everyone who is connected to come back in a moment; done when all have gone."""
        self.socket_sessions.close_all()
        await self.socket_sessions.empty()

    async def reload(self) -> None:
        """Begin anew from what is on disk. Whatever is live is forgotten before anything is awaited."""
        self.socket_sessions.close_all()
        self.people.forget_all()
        await self.tables.stop()
        self.archiver.drop()
        await self._start_clock()
        await self.tables.open()
        await self.archiver.open()
        await self.people.deletions.resume()
        self.socket_sessions.accepting = True

    async def _start_clock(self) -> None:
        """What follows must not seem to have happened before what is on disk."""
        async with self.database.reading() as connection:
            newest = await newest_time(connection)
        if (behind := self.clock.start(newest)) >= 1_000:
            logger.warning("the machine's clock is behind what was saved; going on from there", seconds=behind // 1000)

    async def _rescue(self) -> None:
        """Somebody has deleted or replaced the database: keep what it held, as long as it is open."""
        to = self.settings.data / "backups" / name_for("rescued")
        try:
            await self.database.appender.rescue(to)
        except (sqlite3.Error, OSError, NotAllowed) as problem:
            logger.error("database could not be rescued", exc_info=problem)
            return
        self.database.file.remove_stale_wal()
        logger.error("database was deleted or replaced; saved what it held", backup=str(to))

    async def _migrate(self) -> None:
        kept = await asyncio.to_thread(migrate, self.database.path, self.settings.data / "backups")
        if kept:
            logger.info("database brought up to date", backup=kept.name)
