"""Moving everything from one database into another, and proving that it arrived."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack
from functools import partial
from typing import Literal, NamedTuple, Protocol

from wonderland.core.errors import NotAllowed
from wonderland.server.admin.replays import Replayer
from wonderland.server.hosting.lock import LOCK_FILE, FolderLock
from wonderland.server.store.copies import Contents, empty_database, snapshot
from wonderland.server.store.database_url import DatabaseUrl
from wonderland.server.store.sql.copying import TableSums
from wonderland.server.store.sql.replaying import StoredGame, StoredLog

Step = Literal["copying", "comparing", "replaying"]
Stored = AsyncIterator[StoredLog] | AsyncIterator[StoredGame]


class Observer(Protocol):
    """Is told what goes on, for whoever waits for it."""

    def progress(self, step: Step, table: str, done: int, total: int) -> None:
        """So many rows of a table are done."""

    def note(self, fact: NotAllowed) -> None:
        """Something that must be known: a log that cannot be read, a difference."""


class Migrated(NamedTuple):
    """What both databases hold."""

    rows: int
    logs: int
    games: int


async def migrate_database(source: DatabaseUrl, to: DatabaseUrl, observer: Observer) -> Migrated:
    """Copy everything into an empty database: complete and proved when this returns, still empty if it raises."""
    with ExitStack() as stack:
        # What a server wrote after the snapshot would be missing in the copy.
        if source.file and (source.file.parent / LOCK_FILE).exists():
            stack.enter_context(FolderLock(source.file.parent))
        async with snapshot(source, alone=True) as before, empty_database(to) as target:
            sums = await before.copy_to(target, partial(observer.progress, "copying"))
            return await Proof(before, Contents(target.connection), sums, observer).run()


class Proof:
    """Two databases hold the same rows, and every log and every record leads to the same in both.

    ``sums`` are those of the first.
    """

    def __init__(self, before: Contents, after: Contents, sums: TableSums, observer: Observer) -> None:
        self._before = before
        self._after = after
        self._sums = sums
        self._observer = observer
        self._differences = 0

    async def run(self) -> Migrated:
        """Note every difference, and raise if there is one."""
        self._compare_rows(await self._after.sums(partial(self._observer.progress, "comparing")))
        before, after, sums = self._before, self._after, self._sums
        with Replayer(sums["log"].rows + sums["games"].rows) as replayer:
            logs = await self._replay(replayer, "log", sums["tables"].rows, before.logs(), after.logs())
            games = await self._replay(replayer, "games", sums["games"].rows, before.games(), after.games())
        if self._differences:
            raise NotAllowed("migrate_differs", count=self._differences)
        return Migrated(sum(one.rows for one in sums.values()), logs, games)

    def _compare_rows(self, found: TableSums) -> None:
        for table, (rows, sum_) in self._sums.items():
            if found[table].rows != rows:
                self._differ("migrate_rows_missing", table=table, rows=rows, found=found[table].rows)
            elif found[table].sum != sum_:
                self._differ("migrate_rows_differ", table=table)

    async def _replay(self, replayer: Replayer, table: str, total: int, before: Stored, after: Stored) -> int:
        """Replay the logs, or the games, on both sides; gives how many there are."""
        tell = partial(self._observer.progress, "replaying", table)
        first = await replayer.replay(before, lambda done: tell(done, 2 * total))
        second = await replayer.replay(after, lambda done: tell(len(first) + done, 2 * total))
        for id, replayed in first.items():
            if replayed.problem:
                self._observer.note(NotAllowed("migrate_unreadable", table=table, id=id, problem=replayed.problem))
            if second.get(id) != replayed:
                self._differ("migrate_replay_differs", table=table, id=id)
        return len(first)

    def _differ(self, key: str, **values: object) -> None:
        self._differences += 1
        self._observer.note(NotAllowed(key, **values))
