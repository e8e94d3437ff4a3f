"""All the tables of the house: opened, found, rebuilt from their logs, closed."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from random import Random

import structlog
from sqlalchemy import insert, select
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
from wonderland.server.tables.folding import rebuild
from wonderland.server.tables.moment import Moment
from wonderland.server.tables.requests import Asker, TableWish
from wonderland.server.tables.steward import Steward, Thinkers
from wonderland.server.tables.table import KEPT, Table
from wonderland.server.wire.messages import Line

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
        thinkers: Thinkers,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._database = database
        self._journal = journal
        self._thinkers = thinkers
        #: What bots draw from cannot be known without it.
        self.secret = b""
        #: Where a deal comes from.
        self.chance: Callable[[], Random] = fresh
        self._tables: dict[str, Table] = {}
        self._stewards: dict[str, Steward] = {}
        #: How many tables of each person are on their way to the disk.
        self._making: Counter[str] = Counter()
        self._errands: set[asyncio.Task[None]] = set()
        #: Called with the game of every action that is on disk.
        self.on_act: Callable[[str], object] = lambda game: None
        #: Called with every game that has ended, again after a restart: it must do its work once only.
        self.on_end: Callable[[Table, Moment], None] = lambda table, moment: None

    async def open(self) -> None:
        """Rebuild every table that is not closed, and let everything go on."""
        async with self._database.reading() as connection:
            rows = await connection.execute(select(schema.tables.c.id).where(schema.tables.c.phase != "closed"))
            for id in rows.scalars().all():
                table = await self._load(connection, id)
                if table:
                    self._keep(table)
        for steward in list(self._stewards.values()):
            steward.resume()

    async def stop(self) -> None:
        """Nothing more happens; what is on its way to the disk gets there."""
        for steward in self._stewards.values():
            steward.stop()
        while self._errands:
            await asyncio.wait(self._errands)
        self._tables.clear()
        self._stewards.clear()

    async def close(self, id: str) -> None:
        """Whoever looks after the house closes a table."""
        await self.ask(self.find(id), [entries.Closed("admin")])

    def find(self, id: str) -> Table:
        if id not in self._tables:
            raise Unknown("table_unknown", table=id[:20])
        return self._tables[id]

    def shown(self, id: str) -> Moment:
        """The table as it is on disk: what anybody may be shown of it."""
        saved = self.find(id).saved
        if saved is None:
            raise Unknown("table_unknown", table=id[:20])
        return saved

    def invited(self, code: str) -> Moment:
        """The table whose invitation has this code. Whoever knows it may come in, so nothing is told of any other."""
        for table in self._tables.values():
            if table.saved and table.saved.invite == code:
                return table.saved
        raise Unknown("invitation_unknown")

    def steward(self, id: str) -> Steward:
        self.find(id)
        return self._stewards[id]

    def all(self) -> list[Table]:
        return list(self._tables.values())

    def lobby(self) -> list[Moment]:
        """Public tables with a seat for anyone, newest first."""
        moments = [table.saved for table in self._tables.values() if table.saved]
        wanted = [
            moment
            for moment in moments
            if moment.public and moment.phase == "gathering" and any(seat.kind == "open" for seat in moment.seats)
        ]
        return sorted(wanted, key=lambda moment: moment.at, reverse=True)

    def of(self, person: str) -> list[Moment]:
        """The tables where a person sits."""
        return [t.saved for t in self._tables.values() if t.saved and t.saved.seats_of(person)]

    async def create(self, asker: Asker, wish: TableWish) -> Table:
        """A new table, on disk when this returns."""
        opening = requests.open_table(asker, wish, new_id())
        hosted = sum(moment.host == asker.id for moment in self.of(asker.id)) + self._making[asker.id]
        if hosted >= self._settings.tables_per_person:
            raise NotAllowed("tables_too_many", most=self._settings.tables_per_person)
        id = new_id()
        now = self._clock.now()

        async def work(connection: AsyncConnection) -> None:
            row = {"id": id, "game": wish.game, "phase": "gathering", "public": wish.public}
            await connection.execute(insert(schema.tables), {**row, "created": now, "touched": now})

        self._making[asker.id] += 1
        try:
            await self._journal.run(work)
            table = Table(self._journal, self._clock)
            await self._append(table, opening, id)
        finally:
            self._making -= Counter([asker.id])
        return table

    async def ask(self, table: Table, new: list[entries.AnyEntry]) -> None:
        """Write what somebody asked of a table; on disk when this returns, or raised why not."""
        await self._append(table, new, "")

    async def _append(self, table: Table, new: list[entries.AnyEntry], id: str) -> None:
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
        steward = Steward(
            table,
            self._clock,
            self._thinkers,
            lambda: self.chance(),
            self._settings.patience * 1_000,
            self._ended,
            self.secret,
            self._settings.haste,
        )
        table.on_change.append(self._changed)
        table.on_break = lambda: self.run(self._mend(id, RETRY))
        if id in self._stewards:
            self._stewards[id].stop()
        self._stewards[id] = steward

    def _changed(self, before: Moment | None, after: Moment) -> None:
        if before is None or (before.seats is not after.seats and before.people != after.people):
            self.run(self._note(after.id, after.people))
        if before and before.state is not after.state and before.number == after.number:
            self.on_act(after.game)
        if after.phase == "closed":
            for watcher in self._tables[after.id].audience.everyone():
                watcher.dismiss("closed")
            self._forget(after.id)

    def _ended(self, table: Table, moment: Moment) -> None:
        self.on_end(table, moment)

    def _forget(self, id: str) -> None:
        self._stewards.pop(id).stop()
        del self._tables[id]

    async def _note(self, id: str, people: Sequence[str]) -> None:
        """Who sits at the table, for those who look for their tables without reading every log."""
        rows = [{"table_id": id, "person": person} for person in people]

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(insert(schema.seated).prefix_with("OR IGNORE", dialect="sqlite"), rows)

        if rows:
            await self._journal.run(work)

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
        self._stewards[id].stop()
        try:
            async with self._database.reading() as connection:
                table = await self._load(connection, id)
        except SQLAlchemyError as problem:
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
            self._clock.at(self._clock.now() + wait, self._stewards[id].resume)
        else:
            self._stewards[id].resume()

    async def _load(self, connection: AsyncConnection, id: str) -> Table | None:
        where = schema.log.c.table_id == id
        columns = (schema.log.c.at, schema.log.c.entry)
        rows = await connection.execute(select(*columns).where(where).order_by(schema.log.c.number))
        history = [(at, entries.decode(entry)) for at, entry in rows]
        if not history:
            return None
        moments = rebuild(id, history, KEPT)
        table = Table(self._journal, self._clock, moments)
        first = moments[-1].started
        for number, (at, entry) in enumerate(history[first:], first + 1):
            if isinstance(entry, entries.Acted):
                table.recall([(at, entry)], number)
        lines = await connection.execute(
            select(schema.chat)
            .where(schema.chat.c.table_id == id)
            .order_by(schema.chat.c.number.desc())
            .limit(CHAT_KEPT)
        )
        table.audience.chat.extend(
            Line(row.number, row.at, row.person, row.name, row.text) for row in reversed(lines.all())
        )
        return table

    def run(self, errand: Coroutine[None, None, None]) -> None:
        """Do something beside the tables; ``stop`` waits for it."""
        task = asyncio.create_task(self._careful(errand))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _careful(self, errand: Coroutine[None, None, None]) -> None:
        try:
            await errand
        except NotSaved as problem:
            # Lists are behind until the next change; the log itself is what counts.
            _logger.warning("errand_not_saved", key=problem.key)
