"""All tables of the server: created, found, rebuilt from their logs, closed."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from random import Random

import structlog
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from wonderland.core.errors import NotAllowed
from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.clock import Clock
from wonderland.server.errors import NotSaved, Unknown
from wonderland.server.ids import new_id
from wonderland.server.presence import Presence
from wonderland.server.settings import Settings
from wonderland.server.store.journal import Journal
from wonderland.server.store.sql import schema
from wonderland.server.store.sqlite.database import Database
from wonderland.server.tables import entries, requests
from wonderland.server.tables.audience import MAX_RECENT_CHAT_LINES
from wonderland.server.tables.invitation_codes import CODE_LENGTH, EXAMPLE_CODE, grouped, new_code
from wonderland.server.tables.loading import LogRow, UnreadableLog, find_message, load_table
from wonderland.server.tables.requests import Actor, NewTable
from wonderland.server.tables.scheduler import BotDecisions, TableScheduler
from wonderland.server.tables.set_aside import SetAside, SetAsideTables
from wonderland.server.tables.state import TableState
from wonderland.server.tables.summaries import TableSummary, set_aside_summary, table_summary
from wonderland.server.tables.table import MAX_RECENT_STATES, Table
from wonderland.server.tables.updates import ChatLine

#: Entries of a log that is replayed in the event loop; a longer one is replayed in a thread.
MAX_LOG_LENGTH_IN_LOOP = 500
RETRY_AFTER_MS = 2_000  #: after a failure of the disk, until bots and clocks continue

_logger = structlog.get_logger(__name__)

#: Called with a table and the state with which a game has ended.
GameEndObserver = Callable[[Table, TableState], None]


def secure_random() -> Random:
    """The source of one deal, seeded with more bits from the operating system than a deck has permutations."""
    return Random(secrets.randbits(512))


class Tables:
    """The tables in memory: all that are not closed. ``open`` rebuilds them, ``create`` adds one.

    ``secret`` goes into the seeds of bots, so that nobody can predict them. ``random`` makes the source of each deal.
    ``on_action`` is called with the game of every action that is on disk.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        database: Database,
        journal: Journal,
        bots: BotDecisions,
        background_tasks: BackgroundTasks,
        presence: Presence,
        *,
        secret: bytes,
        random: Callable[[], Random] = secure_random,
        on_action: Callable[[str], object] = lambda game: None,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._database = database
        self._journal = journal
        self._bots = bots
        self._background_tasks = background_tasks
        self._presence = presence
        self._secret = secret
        self.random = random
        self._on_action = on_action
        #: Called when a game has ended, and again after a restart, so observers must be idempotent. A list, because the
        #: archiver, which needs the tables, is made after them.
        self.on_game_end: list[GameEndObserver] = []
        #: Called with the states before and after every saved entry of any table.
        self.on_change: list[Callable[[TableState | None, TableState], None]] = []
        clock.on_jump.append(self._clock_jumped)
        presence.on_change.append(self._presence_changed)
        self._tables: dict[str, Table] = {}
        self._schedulers: dict[str, TableScheduler] = {}
        #: By person, the ids of the tables where they sit; those of one person in the order in which they sat down.
        self._seated: dict[str, dict[str, None]] = {}
        #: Tables whose log cannot be read.
        self.set_aside = SetAsideTables()
        #: By person, how many of their new tables are being written.
        self._creating: Counter[str] = Counter()
        #: Ids of people deleted since the server started. Requests they sent just before are refused: they would write
        #: the name into a log from which it has just been erased.
        self._deleted: set[str] = set()

    async def open(self) -> None:
        """Rebuild every table that is not closed, and resume its bots and clocks."""
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
                    self._register(table)
        for scheduler in list(self._schedulers.values()):
            scheduler.resume()

    async def _set_aside(
        self, connection: AsyncConnection, id: str, game: str, touched: int, problem: UnreadableLog
    ) -> None:
        people = await connection.execute(select(schema.seated.c.person).where(schema.seated.c.table_id == id))
        self.set_aside.add(SetAside(id, game, touched, frozenset(people.scalars())), problem)

    async def stop(self) -> None:
        """Stop bots and clocks, wait for background tasks, and drop every table from memory."""
        for scheduler in self._schedulers.values():
            scheduler.stop()
        await self._background_tasks.wait()
        self._tables.clear()
        self._schedulers.clear()
        self._seated.clear()
        self.set_aside.clear()

    # ---- finding ------------------------------------------------------------------------------------

    def find(self, id: str) -> Table:
        if id not in self._tables:
            self.set_aside.expect_readable(id)
            raise Unknown("table_unknown", table=id[:20])
        return self._tables[id]

    def saved_state(self, id: str) -> TableState:
        """The table as it is on disk: what anybody may be shown of it."""
        saved = self.find(id).saved
        if saved is None:
            raise Unknown("table_unknown", table=id[:20])
        return saved

    def saved_or_none(self, id: str) -> TableState | None:
        """The same for a table that may be gone."""
        table = self._tables.get(id)
        return table.saved if table else None

    def by_code(self, code: str) -> TableState:
        """The table with this invitation code. An unknown code reveals nothing about other tables."""
        for table in self._tables.values():
            if table.saved and table.saved.invite == code:
                return table.saved
        raise Unknown("code_unknown", code=grouped(code), length=CODE_LENGTH, example=EXAMPLE_CODE)

    def new_code(self) -> str:
        """An invitation code that no table has."""
        return new_code({table.now.invite for table in self._tables.values()})

    def scheduler(self, id: str) -> TableScheduler:
        self.find(id)
        return self._schedulers[id]

    def all(self) -> list[Table]:
        return list(self._tables.values())

    def lobby(self) -> list[TableState]:
        """Public tables with an open seat, newest first."""
        states = [table.saved for table in self._tables.values() if table.saved]
        wanted = [
            state
            for state in states
            if state.public and state.phase == "gathering" and any(seat.kind == "open" for seat in state.seats)
        ]
        return sorted(wanted, key=lambda state: state.at, reverse=True)

    def running(self) -> list[TableState]:
        """Public tables at which a game is being played, newest first."""
        states = [table.saved for table in self._tables.values() if table.saved]
        wanted = [state for state in states if state.public and state.phase == "playing"]
        return sorted(wanted, key=lambda state: state.begins, reverse=True)

    def of_person(self, person: str) -> list[TableState]:
        """The tables where a person sits."""
        tables = [self._tables[id] for id in self._seated.get(person, ())]
        return [table.saved for table in tables if table.saved and table.saved.seats_of(person)]

    def summaries_of(self, person: str) -> list[TableSummary]:
        """The same, as that person's list shows them; those whose log cannot be read come last."""
        aside = map(set_aside_summary, self.set_aside.of(person))
        return [*(table_summary(state, person) for state in self.of_person(person)), *aside]

    # ---- changing -----------------------------------------------------------------------------------

    async def create(self, actor: Actor, new: NewTable) -> Table:
        """Create a table; it is on disk when this returns."""
        opening = requests.open_table(actor, new, self.new_code())
        hosted = sum(state.host == actor.id for state in self.of_person(actor.id)) + self._creating[actor.id]
        if hosted >= self._settings.tables_per_person:
            raise NotAllowed("tables_too_many", most=self._settings.tables_per_person)
        self._creating[actor.id] += 1
        try:
            table = Table(self._journal, self._clock, self._on_broken)
            await self._append(table, opening, new_id())
        finally:
            self._creating -= Counter([actor.id])
        return table

    async def append(self, table: Table, new: list[entries.AnyEntry]) -> None:
        """Append entries that somebody requested; on disk when this returns. Raises the refusal otherwise."""
        await self._append(table, new, "")

    async def close(self, id: str) -> None:
        """Close a table for the admin."""
        await self.append(self.find(id), [entries.ClosedEntry("admin")])

    def block(self, person: str) -> None:
        """Refuse a seat to a person who has been deleted."""
        self._deleted.add(person)

    async def _append(self, table: Table, new: list[entries.AnyEntry], id: str) -> None:
        if any(isinstance(entry, entries.SeatedEntry) and entry.person in self._deleted for entry in new):
            raise Unknown("person_gone")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def reply(version: int, problem: Exception | None) -> None:
            if not done.done():
                done.set_exception(problem) if problem else done.set_result(None)

        table.append(new, reply, id)
        if id:
            self._register(table)
        await done

    def _register(self, table: Table) -> None:
        id = table.now.id
        self._tables[id] = table
        scheduler = TableScheduler(
            table,
            self._clock,
            self._bots,
            lambda: self.random(),
            self._presence,
            on_game_end=self._game_ended,
            secret=self._secret,
            away_after_ms=self._settings.away_after * 1_000,
            bot_speedup=self._settings.bot_speedup,
        )
        table.on_change.append(self._changed)
        if id in self._schedulers:
            self._schedulers[id].stop()
        self._schedulers[id] = scheduler
        self._index(id, (), table.now.people)

    def _index(self, id: str, before: Iterable[str], after: Iterable[str]) -> None:
        """Note who sits at a table, and who no longer does."""
        for person in before:
            self._seated.get(person, {}).pop(id, None)
            if not self._seated.get(person):
                self._seated.pop(person, None)
        for person in after:
            self._seated.setdefault(person, {})[id] = None

    def _changed(self, before: TableState | None, after: TableState) -> None:
        if before and before.seats is not after.seats:
            self._index(after.id, set(before.people) - set(after.people), after.people)
        if before and before.game_state is not after.game_state and before.number == after.number:
            self._on_action(after.game)
        if after.phase == "closed":
            for watcher in self._tables[after.id].audience.everyone():
                watcher.dismiss("closed")
            self._unregister(after.id)
        for observer in self.on_change:
            observer(before, after)

    def _presence_changed(self, person: str) -> None:
        for id in tuple(self._seated.get(person, ())):
            self._schedulers[id].presence_changed(person)

    def _clock_jumped(self, milliseconds: int) -> None:
        for scheduler in list(self._schedulers.values()):
            scheduler.clock_jumped(milliseconds)

    def _game_ended(self, table: Table, state: TableState) -> None:
        for observer in self.on_game_end:
            observer(table, state)

    def _unregister(self, id: str) -> None:
        self._schedulers.pop(id).stop()
        self._index(id, self._tables.pop(id).now.people, ())

    # ---- old messages -------------------------------------------------------------------------------

    def search_log(self, id: str, person: str, message: str, then: Callable[[int | None], None]) -> None:
        """Call ``then`` with the version that a message made in a game no longer in memory; None if it made none.

        While the database cannot be read, ``then`` is not called: the client sends its message again.
        """
        self._background_tasks.start(self._search_log(id, person, message, then))

    async def _search_log(self, id: str, person: str, message: str, then: Callable[[int | None], None]) -> None:
        saved = asyncio.Event()
        self._journal.append([], lambda _: saved.set())  # entries that are being written count, too
        await saved.wait()
        try:
            async with self._database.reading() as connection:
                rows = await _read_log(connection, id)
            then(await asyncio.to_thread(find_message, id, rows, person, message))
        except (SQLAlchemyError, UnreadableLog) as problem:
            _logger.error("log_not_searched", exc_info=problem)

    # ---- rebuilding ---------------------------------------------------------------------------------

    async def rewrite(self, id: str, work: Callable[[], Awaitable[object]]) -> None:
        """Change a table's log other than by appending, and rebuild the table from it (``erasure.py``)."""
        table = self._tables.get(id)
        if table and not table.broken:
            # From here on it accepts no entry; what is being written gets to the disk before the work is done.
            table.broken = NotSaved("not_saved")
        try:
            await work()
        finally:
            if id in self._tables:
                await self._rebuild(id)

    def _on_broken(self, table: Table) -> None:
        self._background_tasks.start(self._rebuild(table.now.id, RETRY_AFTER_MS))

    async def _rebuild(self, id: str, wait: int = 0) -> None:
        """Replace a table by one rebuilt from the disk, and send every watcher a snapshot.

        Bots and clocks continue after ``wait`` milliseconds: on a full disk they would fail again at once.
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
            self._unregister(id)
            self.set_aside.add(SetAside(id, state.game, state.at, frozenset(state.people)), problem)
            for watcher in broken.audience.everyone():
                watcher.dismiss("restarting")  # the refusal when they reconnect says why
            return
        except (SQLAlchemyError, sqlite3.Error) as problem:
            _logger.error("table_not_rebuilt", exc_info=problem)
            retry = self._clock.now() + RETRY_AFTER_MS
            self._clock.at(retry, lambda: self._background_tasks.start(self._rebuild(id, RETRY_AFTER_MS)))
            return
        if table is None:  # not even its opening was saved
            self._unregister(id)
            return
        table.audience.watchers = broken.audience.watchers
        self._register(table)
        for watcher in table.audience.everyone():
            table.catch_up(watcher, 0)
        if wait:
            self._clock.at(self._clock.now() + wait, self._schedulers[id].resume)
        else:
            self._schedulers[id].resume()

    async def _load(self, connection: AsyncConnection, id: str) -> Table | None:
        """The table as it is on disk; None if it has no log. Raises ``UnreadableLog``."""
        rows = await _read_log(connection, id)
        if len(rows) > MAX_LOG_LENGTH_IN_LOOP:
            loaded = await asyncio.to_thread(load_table, id, rows, MAX_RECENT_STATES)
        else:
            loaded = load_table(id, rows, MAX_RECENT_STATES)
        if loaded is None:
            return None
        table = Table(self._journal, self._clock, self._on_broken, loaded)
        lines = await connection.execute(
            select(schema.chat)
            .where(schema.chat.c.table_id == id)
            .order_by(schema.chat.c.number.desc())
            .limit(MAX_RECENT_CHAT_LINES)
        )
        table.audience.chat.extend(
            ChatLine(row.number, row.at, row.person, row.name, row.text) for row in reversed(lines.all())
        )
        return table


async def _read_log(connection: AsyncConnection, id: str) -> list[LogRow]:
    columns = (schema.log.c.number, schema.log.c.at, schema.log.c.entry)
    rows = await connection.execute(select(*columns).where(schema.log.c.table_id == id).order_by(schema.log.c.number))
    return [(number, at, entry) for number, at, entry in rows]
