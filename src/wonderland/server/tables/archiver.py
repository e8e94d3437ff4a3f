"""Archives finished games: each is stored and rated once, and its table learns the new ratings.

The log is the source of truth: a game whose end is in the log but which could not be archived, because the disk was
full or the server was killed, is archived from the log later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import structlog

from wonderland.core.errors import NotAllowed
from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.clock import Alarm, Clock
from wonderland.server.errors import NotSaved
from wonderland.server.store.store import Store
from wonderland.server.tables import entries
from wonderland.server.tables.archive import archive_games
from wonderland.server.tables.finished_games import FinishedGame, TimedActions, finished_game, finished_games
from wonderland.server.tables.ratings import displayed_ratings
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Table
from wonderland.server.tables.table_loader import finished_count
from wonderland.server.tables.tables import Tables

RETRY_AFTER_MS = 2_000  #: after which a game that could not be saved is tried again
#: Between two transactions of the archiver: while one runs, every other write waits.
MIN_COMMIT_INTERVAL_MS = 250
#: Actions of a game whose record is made in the event loop; a longer one is made in a thread.
MAX_ACTIONS_IN_LOOP = 200

_logger = structlog.get_logger(__name__)


class GameArchiver:
    """Archives every game that ends at the tables."""

    def __init__(self, clock: Clock, store: Store, tables: Tables, background_tasks: BackgroundTasks) -> None:
        self._clock = clock
        self._store = store
        self._tables = tables
        self._background_tasks = background_tasks
        #: Games for the next transaction, when the last one began, and the timer of the next.
        self.waiting: list[FinishedGame] = []
        self._last_commit = clock.now() - MIN_COMMIT_INTERVAL_MS
        self._alarm: Alarm | None = None
        #: By table, the timers of further attempts.
        self._retries: dict[str, Alarm] = {}
        tables.on_game_end.append(self.game_ended)

    async def stop(self) -> None:
        """Archive what is waiting; what cannot be archived now will be at the next start."""
        await self._commit()
        self.discard()

    def discard(self) -> None:
        """Drop what is waiting, because the database it belongs to has been replaced."""
        self.waiting.clear()
        for alarm in (*self._retries.values(), *([self._alarm] if self._alarm else ())):
            alarm.cancel()
        self._retries.clear()
        self._alarm = None

    def game_ended(self, table: Table, state: TableState) -> None:
        """A game has ended; also called for the last game of each table after a restart."""
        if state.version != state.ended or state.number != table.now.number:
            self._background_tasks.start(self._archive_from_log(state.id))
        elif len(table.actions) > MAX_ACTIONS_IN_LOOP:
            self._background_tasks.start(self._queue_in_thread(state, tuple(table.actions)))
        else:
            with self._retrying(state.id):
                self._queue(finished_game(state, table.actions))

    async def _queue_in_thread(self, state: TableState, actions: TimedActions) -> None:
        with self._retrying(state.id):
            self._queue(await asyncio.to_thread(finished_game, state, actions))

    async def _archive_from_log(self, id: str) -> None:
        """Archive all finished games of a table that are not archived yet, and make sure it knows its ratings."""
        with self._retrying(id):
            archived = await self._store.games.archived_numbers(id)
            now = self._current_state(id)
            missing = now is None or len(archived) < finished_count(now)
            rows = await self._store.tables.read_log(id) if missing else ()
            games: list[FinishedGame] = []
            if rows:
                games = await asyncio.to_thread(lambda: list(finished_games(id, rows, but=archived)))
            if games:
                await archive_games(self._store.games, games)
            if now and now.phase == "over" and now.ratings is None:
                await self._send_stored_ratings(id)

    def _current_state(self, id: str) -> TableState | None:
        """The table's state; None if it is closed."""
        with suppress(NotAllowed):
            return self._tables.find(id).now
        return None

    # ---- many games in one transaction --------------------------------------------------------------

    def _queue(self, game: FinishedGame) -> None:
        self.waiting.append(game)
        if self._alarm is None:
            when = self._last_commit + MIN_COMMIT_INTERVAL_MS
            if when <= self._clock.now():
                self._last_commit = self._clock.now()
                self._background_tasks.start(self._commit())
            else:
                self._alarm = self._clock.at(when, lambda: self._background_tasks.start(self._commit()))

    async def _commit(self) -> None:
        self._last_commit, self._alarm = self._clock.now(), None
        games, self.waiting = self.waiting, []
        if not games:
            return
        try:
            found = await archive_games(self._store.games, games)
        except Exception:
            # One bad game must not prevent the others from being archived.
            for game in games:
                await self._archive_from_log(game.table)
            return
        for game, changes in zip(games, found, strict=True):
            if changes:
                self._send_ratings(game.table, game.number, changes)
            elif game.rated:
                # It may have been archived by a server that was killed before it could tell the table.
                with self._retrying(game.table):
                    await self._send_stored_ratings(game.table)

    # ---- ratings ------------------------------------------------------------------------------------

    async def _send_stored_ratings(self, id: str) -> None:
        """Tell a table how its last game changed the ratings, unless it knows."""
        newest = await self._store.games.newest(id)
        if newest and newest.rated:
            seats = await self._store.games.seats([newest.id])
            self._send_ratings(id, newest.number, [displayed_ratings(seat) for seat in seats])

    def _send_ratings(self, id: str, number: int, ratings: list[tuple[int, int]]) -> None:
        """Append the ratings to the table's log, unless its next game has started."""
        with suppress(NotAllowed):  # closed, or broken: then it is told after it has been rebuilt
            table = self._tables.find(id)
            now = table.now
            if now.phase == "over" and now.number == number and now.ratings is None:
                table.append([entries.RatedEntry([(float(before), float(after)) for before, after in ratings])])

    @contextmanager
    def _retrying(self, id: str) -> Iterator[None]:
        """Try again later what could not be saved; log every other failure."""
        try:
            yield
        except NotSaved as problem:
            _logger.warning("game_not_archived_yet", key=problem.key)
            if problem.key != "not_saved_stopping" and id not in self._retries:
                self._retries[id] = self._clock.at(self._clock.now() + RETRY_AFTER_MS, lambda: self._retry(id))
        except Exception:
            _logger.exception("game_not_archived")

    def _retry(self, id: str) -> None:
        del self._retries[id]
        self._background_tasks.start(self._archive_from_log(id))
