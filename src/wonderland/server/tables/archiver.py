"""What is done when a game has ended: it is kept, it is rated, and the table is told. Once, whatever happens between.

The log is what counts: a game whose end is there and that could not be kept, for the disk was full or the server was
killed, is kept from it later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import structlog

from wonderland.core.errors import NotAllowed
from wonderland.server.clock import Alarm, Clock
from wonderland.server.store import games as store
from wonderland.server.store.database import Database
from wonderland.server.store.journal import Journal, NotSaved
from wonderland.server.tables import entries
from wonderland.server.tables.archive import keep
from wonderland.server.tables.finished import Acts, Ending, ending, endings
from wonderland.server.tables.ratings import shown
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Table
from wonderland.server.tables.tables import Tables

RETRY = 2_000  #: milliseconds until something that could not be saved is tried again
GATHER = 250  #: milliseconds between two transactions of ours: everything else waits for the one writer meanwhile
SHORT = 200  #: actions of a game that is replayed sooner than a thread would get its turn

_logger = structlog.get_logger(__name__)


class GameArchiver:
    """Keeps every game that ends at the tables of a context."""

    def __init__(self, clock: Clock, database: Database, journal: Journal, tables: Tables) -> None:
        self._clock = clock
        self._database = database
        self._journal = journal
        self._tables = tables
        #: Games to be kept with the next transaction; when the last one was begun, and what rings for the next.
        self.waiting: list[Ending] = []
        self._last = clock.now() - GATHER
        self._alarm: Alarm | None = None
        #: Tables of which something could not be kept, and what rings for another try.
        self._again: dict[str, Alarm] = {}
        tables.on_end = self.end

    async def open(self) -> None:
        """Look for games that ended before the server did and are not kept yet, though others followed them."""
        async with self._database.reading() as connection:
            kept = await store.numbers(connection)
        for table in self._tables.all():
            if kept.get(table.now.id, 0) < played(table.now):
                self._tables.run(self._from_log(table.now.id))

    async def stop(self) -> None:
        """Keep what is waiting; what then cannot be kept is at the next start."""
        await self._flush()
        self.drop()

    def drop(self) -> None:
        """Forget what is waiting: it is of a database that is no more."""
        self.waiting.clear()
        for alarm in (*self._again.values(), *([self._alarm] if self._alarm else ())):
            alarm.cancel()
        self._again.clear()
        self._alarm = None

    def end(self, table: Table, state: TableState) -> None:
        """A game has ended; or it had, and the server is back."""
        if state.version != state.ended or state.number != table.now.number:
            self._tables.run(self._from_log(state.id))
        elif len(table.acts) > SHORT:
            self._tables.run(self._beside(state, tuple(table.acts)))
        else:
            with self._careful(state.id):
                self._put(ending(state, table.acts))

    async def _beside(self, state: TableState, acts: Acts) -> None:
        with self._careful(state.id):
            self._put(await asyncio.to_thread(ending, state, acts))

    async def _from_log(self, id: str) -> None:
        """Keep everything that has ended at a table and is not kept yet, and make sure that it has heard."""
        with self._careful(id):
            async with self._database.reading() as connection:
                kept = await store.kept(connection, id)
                now = self._now(id)
                rows = await store.log_of(connection, id) if now is None or len(kept) < played(now) else ()
            ends = await asyncio.to_thread(lambda: list(endings(id, map(tuple, rows), but=kept))) if rows else []
            if ends:
                await self._journal.run(lambda connection: keep(connection, ends))
            if now and now.phase == "over" and now.ratings is None:
                await self._remind(id)

    def _now(self, id: str) -> TableState | None:
        """The table as it is; None when it has been closed."""
        with suppress(NotAllowed):
            return self._tables.find(id).now
        return None

    # ---- many at a time -----------------------------------------------------------------------------

    def _put(self, end: Ending) -> None:
        self.waiting.append(end)
        if self._alarm is None:
            when = self._last + GATHER
            if when <= self._clock.now():
                self._last = self._clock.now()
                self._tables.run(self._flush())
            else:
                self._alarm = self._clock.at(when, lambda: self._tables.run(self._flush()))

    async def _flush(self) -> None:
        self._last, self._alarm = self._clock.now(), None
        ends, self.waiting = self.waiting, []
        if not ends:
            return
        try:
            found = await self._journal.run(lambda connection: keep(connection, ends))
        except Exception:
            # What is wrong with one must not be the others' misfortune.
            for end in ends:
                await self._from_log(end.table)
            return
        for end, changes in zip(ends, found, strict=True):
            if changes:
                self._tell(end.table, end.number, [(before.shown, after.shown) for before, after in changes])
            elif among_people(end):
                # Perhaps it was kept before, by a server that was killed before the table had heard.
                with self._careful(end.table):
                    await self._remind(end.table)

    # ---- telling ------------------------------------------------------------------------------------

    async def _remind(self, id: str) -> None:
        """Let the table know what its last game changed in the ratings, if it has not heard."""
        async with self._database.reading() as connection:
            newest = await store.newest(connection, id)
            rows = await store.players(connection, [newest.id]) if newest and newest.rated else ()
        if newest and rows:
            self._tell(id, newest.number, [shown(row) for row in rows])

    def _tell(self, id: str, number: int, ratings: list[tuple[int, int]]) -> None:
        """Let the table know what changed in the ratings, unless it has gone on."""
        with suppress(NotAllowed):  # the table is no more, or not now: then it is reminded
            table = self._tables.find(id)
            now = table.now
            if now.phase == "over" and now.number == number and now.ratings is None:
                table.append([entries.Rated([(float(before), float(after)) for before, after in ratings])])

    @contextmanager
    def _careful(self, id: str) -> Iterator[None]:
        """What could not be saved is tried again; what cannot ever be is said in the log."""
        try:
            yield
        except NotSaved as problem:
            _logger.warning("game_not_kept_yet", key=problem.key)
            if problem.key != "not_saved_stopping" and id not in self._again:
                self._again[id] = self._clock.at(self._clock.now() + RETRY, lambda: self._retry(id))
        except Exception:
            _logger.exception("game_not_kept")

    def _retry(self, id: str) -> None:
        del self._again[id]
        self._tables.run(self._from_log(id))


def among_people(end: Ending) -> bool:
    """Whether a game may be rated at all: every seat a person, and each another one."""
    people = {player.person for player in end.players if player.person}
    return len(people) == len(end.players)


def played(state: TableState) -> int:
    """How many games have ended at a table."""
    return state.number if state.ended else state.number - 1
