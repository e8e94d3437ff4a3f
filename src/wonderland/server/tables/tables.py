"""All the tables of the context: opened, found, rebuilt from their logs, closed."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections import Counter
from collections.abc import Callable, Coroutine
from random import Random

import structlog
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.core.errors import NotAllowed
from wonderland.server.clock import Clock
from wonderland.server.ids import new_id
from wonderland.server.people.refusals import Unknown
from wonderland.server.settings import Settings
from wonderland.server.store import schema
from wonderland.server.store.database import Database
from wonderland.server.store.journal import Journal, NotSaved, Work
from wonderland.server.tables import entries, requests
from wonderland.server.tables.audience import CHAT_KEPT
from wonderland.server.tables.loading import LogRow, UnreadableLog, find_answer, load
from wonderland.server.tables.requests import Actor, NewTable
from wonderland.server.tables.scheduler import BotProcesses, TableScheduler
from wonderland.server.tables.set_aside import SetAside, SetAsideTables
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import KEPT, Table
from wonderland.server.wire.messages import ChatLine

LONG_LOG = 500  #: entries of a log that is read in a thread: in the event loop it would hold up every other table
RETRY = 2_000  #: milliseconds after a failure of the disk until bots and clocks go on

_logger = structlog.get_logger(__name__)


def fresh() -> Random:
    """Chance for one deal, begun with more secrets of the system than a deck has orders."""
    return Random(secrets.randbits(512))


class Tables:
    """The tables in memory: all that are not closed. ``open`` rebuilds them, ``create`` adds one."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        database: Database,
        journal: Journal,
        bot_processes: BotProcesses,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._database = database
        self._journal = journal
        self._bot_processes = bot_processes
        clock.on_jump.append(self._jumped)
        #: What bots draw from cannot be known without it.
        self.secret = b""
        #: Where a deal comes from.
        self.chance: Callable[[], Random] = fresh
        self._tables: dict[str, Table] = {}
        self._schedulers: dict[str, TableScheduler] = {}
        #: Those that cannot be read.
        self.set_aside = SetAsideTables()
        #: How many tables of each person are on their way to the disk.
        self._making: Counter[str] = Counter()
        self._background_tasks: set[asyncio.Task[None]] = set()
        #: Ids of people who were deleted while this process runs. What they asked for just before comes too late: it
        #: would write their name into a log after it has been taken out.
        self._deleted: set[str] = set()
        #: Called with the game of every action that is on disk.
        self.on_act: Callable[[str], object] = lambda game: None
        #: Called with every game that has ended, again after a restart: it must do its work once only.
        self.on_end: Callable[[Table, TableState], None] = lambda table, state: None

    async def open(self) -> None:
        """Rebuild every table that is not closed, and let everything go on."""
        columns = (schema.tables.c.id, schema.tables.c.game, schema.tables.c.touched)
        async with self._database.reading() as connection:
            rows = await connection.execute(select(*columns).where(schema.tables.c.phase != "closed"))
            for id, game, touched in rows.all():
                try:
                    table = await self._load(connection, id)
                except UnreadableLog as problem:
                    await self._set_aside(connection, id, game, touched, problem)
                    continue
                if table:
                    self._keep(table)
        for scheduler in list(self._schedulers.values()):
            scheduler.resume()

    async def _set_aside(
        self, connection: AsyncConnection, id: str, game: str, touched: int, problem: UnreadableLog
    ) -> None:
        people = await connection.execute(select(schema.seated.c.person).where(schema.seated.c.table_id == id))
        self.set_aside.add(SetAside(id, game, touched, frozenset(people.scalars())), problem)

    async def stop(self) -> None:
        """Nothing more happens; what is on its way to the disk gets there."""
        for scheduler in self._schedulers.values():
            scheduler.stop()
        while self._background_tasks:
            await asyncio.wait(self._background_tasks)
        self._tables.clear()
        self._schedulers.clear()
        self.set_aside.clear()

    async def close(self, id: str) -> None:
        """Whoever looks after the context closes a table."""
        await self.ask(self.find(id), [entries.Closed("admin")])

    def find(self, id: str) -> Table:
        if id not in self._tables:
            self.set_aside.expect_readable(id)
            raise Unknown("table_unknown", table=id[:20])
        return self._tables[id]

    def shown(self, id: str) -> TableState:
        """The table as it is on disk: what anybody may be shown of it."""
        saved = self.find(id).saved
        if saved is None:
            raise Unknown("table_unknown", table=id[:20])
        return saved

    def invited(self, code: str) -> TableState:
        """The table whose invitation has this code. Whoever knows it may come in, so nothing is told of any other."""
        for table in self._tables.values():
            if table.saved and table.saved.invite == code:
                return table.saved
        raise Unknown("invitation_unknown")

    def scheduler(self, id: str) -> TableScheduler:
        self.find(id)
        return self._schedulers[id]

    def refuse(self, person: str) -> None:
        """Let somebody sit down nowhere any more: they have been deleted."""
        self._deleted.add(person)

    def all(self) -> list[Table]:
        return list(self._tables.values())

    def lobby(self) -> list[TableState]:
        """Public tables with a seat for anyone, newest first."""
        states = [table.saved for table in self._tables.values() if table.saved]
        wanted = [
            state
            for state in states
            if state.public and state.phase == "gathering" and any(seat.kind == "open" for seat in state.seats)
        ]
        return sorted(wanted, key=lambda state: state.at, reverse=True)

    def of(self, person: str) -> list[TableState]:
        """The tables where a person sits."""
        return [t.saved for t in self._tables.values() if t.saved and t.saved.seats_of(person)]

    async def create(self, actor: Actor, wish: NewTable) -> Table:
        """A new table, on disk when this returns."""
        opening = requests.open_table(actor, wish, new_id())
        hosted = sum(state.host == actor.id for state in self.of(actor.id)) + self._making[actor.id]
        if hosted >= self._settings.tables_per_person:
            raise NotAllowed("tables_too_many", most=self._settings.tables_per_person)
        self._making[actor.id] += 1
        try:
            table = Table(self._journal, self._clock)
            await self._append(table, opening, new_id())
        finally:
            self._making -= Counter([actor.id])
        return table

    async def ask(self, table: Table, new: list[entries.AnyEntry]) -> None:
        """Write what somebody asked of a table; on disk when this returns, or raised why not."""
        await self._append(table, new, "")

    async def _append(self, table: Table, new: list[entries.AnyEntry], id: str) -> None:
        if any(isinstance(entry, entries.Seated) and entry.person in self._deleted for entry in new):
            raise Unknown("person_gone")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def reply(version: int, problem: Exception | None) -> None:
            if not done.done():
                done.set_exception(problem) if problem else done.set_result(None)

        table.append(new, reply, id)
        if id:
            self._keep(table)
        await done

    def _keep(self, table: Table) -> None:
        id = table.now.id
        self._tables[id] = table
        scheduler = TableScheduler(
            table,
            self._clock,
            self._bot_processes,
            lambda: self.chance(),
            self._settings.away_after * 1_000,
            self._ended,
            self.secret,
            self._settings.bot_speedup,
        )
        table.on_change.append(self._changed)
        table.on_break = lambda: self.run(self._mend(id, RETRY))
        if id in self._schedulers:
            self._schedulers[id].stop()
        self._schedulers[id] = scheduler

    def _changed(self, before: TableState | None, after: TableState) -> None:
        if before and before.game_state is not after.game_state and before.number == after.number:
            self.on_act(after.game)
        if after.phase == "closed":
            for watcher in self._tables[after.id].audience.everyone():
                watcher.dismiss("closed")
            self._forget(after.id)

    def _jumped(self, milliseconds: int) -> None:
        """The clock has jumped ahead: that time has not passed for anybody."""
        for scheduler in list(self._schedulers.values()):
            scheduler.jumped(milliseconds)

    def _ended(self, table: Table, state: TableState) -> None:
        self.on_end(table, state)

    def _forget(self, id: str) -> None:
        self._schedulers.pop(id).stop()
        del self._tables[id]

    def look_back(self, id: str, person: str, message: str, then: Callable[[int | None], None]) -> None:
        """Which version a message made in a game that is no longer in memory; None when it did nothing.

        While the database cannot be read, ``then`` is not called: the client sends its message again.
        """
        self.run(self._look_back(id, person, message, then))

    async def _look_back(self, id: str, person: str, message: str, then: Callable[[int | None], None]) -> None:
        saved = asyncio.Event()
        self._journal.append([], lambda _: saved.set())  # what is on its way to the disk counts, too
        await saved.wait()
        try:
            async with self._database.reading() as connection:
                rows = await _read_log(connection, id)
            then(await asyncio.to_thread(find_answer, id, rows, person, message))
        except (SQLAlchemyError, UnreadableLog) as problem:
            _logger.error("message_not_looked_up", exc_info=problem)

    async def rewrite(self, id: str, work: Work) -> None:
        """Change a table's log otherwise than by appending, and go on from what it is then (``forgetting.py``)."""
        table = self._tables.get(id)
        if table and not table.broken:
            # From here on it takes no entry; what is on its way gets to the disk before the work is done.
            table.broken = NotSaved("not_saved")
        try:
            await self._journal.run(work)
        finally:
            if id in self._tables:
                await self._mend(id)

    async def _mend(self, id: str, wait: int = 0) -> None:
        """Something could not be saved: the table is as it is on disk, for everyone who watches.

        Bots and clocks go on after ``wait`` milliseconds: on a disk that is full they would fail again at once.
        """
        broken = self._tables.get(id)
        if broken is None:
            return
        self._schedulers[id].stop()
        try:
            async with self._database.reading() as connection:
                table = await self._load(connection, id)
        except UnreadableLog as problem:
            state = broken.now
            self._forget(id)
            self.set_aside.add(SetAside(id, state.game, state.at, frozenset(state.people)), problem)
            for watcher in broken.audience.everyone():
                watcher.dismiss("restarting")  # who comes again is told why
            return
        except (SQLAlchemyError, sqlite3.Error) as problem:
            _logger.error("table_not_mended", exc_info=problem)
            self._clock.at(self._clock.now() + RETRY, lambda: self.run(self._mend(id, RETRY)))
            return
        if table is None:  # not even its opening was saved
            self._forget(id)
            return
        table.audience.watchers = broken.audience.watchers
        self._keep(table)
        for watcher in table.audience.everyone():
            table.catch_up(watcher, 0)
        if wait:
            self._clock.at(self._clock.now() + wait, self._schedulers[id].resume)
        else:
            self._schedulers[id].resume()

    async def _load(self, connection: AsyncConnection, id: str) -> Table | None:
        """The table as it is on disk; None when it has no log. Raises ``UnreadableLog``."""
        rows = await _read_log(connection, id)
        if len(rows) > LONG_LOG:
            loaded = await asyncio.to_thread(load, id, rows, KEPT)
        else:
            loaded = load(id, rows, KEPT)
        if loaded is None:
            return None
        table = Table(self._journal, self._clock, loaded)
        lines = await connection.execute(
            select(schema.chat)
            .where(schema.chat.c.table_id == id)
            .order_by(schema.chat.c.number.desc())
            .limit(CHAT_KEPT)
        )
        table.audience.chat.extend(
            ChatLine(row.number, row.at, row.person, row.name, row.text) for row in reversed(lines.all())
        )
        return table

    def run(self, work: Coroutine[None, None, None]) -> None:
        """Do something beside the tables; ``stop`` waits for it."""
        task = asyncio.create_task(self._careful(work))
        self._background_tasks.add(task)
        task.add_done_callback(self._background_tasks.discard)

    async def _careful(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except NotSaved as problem:
            # Lists are behind until the next change; the log itself is what counts.
            _logger.warning("background_task_not_saved", key=problem.key)
        except Exception:
            _logger.exception("background_task_failed")


async def _read_log(connection: AsyncConnection, id: str) -> list[LogRow]:
    columns = (schema.log.c.number, schema.log.c.at, schema.log.c.entry)
    rows = await connection.execute(select(*columns).where(schema.log.c.table_id == id).order_by(schema.log.c.number))
    return [(number, at, entry) for number, at, entry in rows]
