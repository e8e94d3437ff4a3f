"""All open tables: loaded when somebody comes or something is due, created, changed and closed."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from random import Random

from wonderland.core.errors import NotAllowed
from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.clock import Clock
from wonderland.server.errors import Unknown
from wonderland.server.ids import new_id
from wonderland.server.presence import Presence
from wonderland.server.settings import Settings
from wonderland.server.store.chat_store import ChatLine
from wonderland.server.store.table_store import TableStore, wait_for_appends
from wonderland.server.tables import entries, requests
from wonderland.server.tables.due_tables import DueTables
from wonderland.server.tables.invitation_codes import new_code
from wonderland.server.tables.leases import Leases, OnlyInstance
from wonderland.server.tables.rebuilder import TableRebuilder
from wonderland.server.tables.requests import Actor, NewTable
from wonderland.server.tables.scheduler import BotDecisions, TableScheduler
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Propose, Request, Table
from wonderland.server.tables.table_loader import TableLoader, TableSetAside
from wonderland.server.tables.tables_in_memory import TablesInMemory

IDLE_AFTER_MS = 60_000  #: after which a table that nobody needs is dropped from memory

#: Called with a table and the state with which a game has ended.
GameEndObserver = Callable[[Table, TableState], None]


def secure_random() -> Random:
    """The source of one deal, seeded with more bits from the operating system than a deck has permutations."""
    return Random(secrets.randbits(512))


class Tables:
    """Those that somebody needs now are in ``memory``, all others in the store only. ``rebuilder`` reads them again.

    ``secret`` goes into the seeds of bots, so that nobody can predict them. ``random`` makes the source of each deal.
    ``on_action`` is called with the game of every action that is on disk.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        store: TableStore,
        bots: BotDecisions,
        background_tasks: BackgroundTasks,
        presence: Presence,
        *,
        secret: bytes,
        random: Callable[[], Random] = secure_random,
        on_action: Callable[[str], object] = lambda game: None,
        idle_after_ms: int = IDLE_AFTER_MS,
        leases: Leases | None = None,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._store = store
        self._bots = bots
        self._presence = presence
        self._secret = secret
        self.random = random
        self.idle_after_ms = idle_after_ms
        self._leases = leases or OnlyInstance()
        self._due_tables = DueTables(
            store, clock, background_tasks, self._load_due, self._leases, lambda id: id in self.memory
        )
        self.memory = TablesInMemory(
            store,
            clock,
            background_tasks,
            presence,
            self._leases,
            self._make_scheduler,
            expect_due=self._due_tables.expect,
            on_action=on_action,
        )
        self._loader = TableLoader(store, clock, self._on_broken)
        self.rebuilder = TableRebuilder(
            store, clock, background_tasks, self._loader, self.memory, self._wait_for_loading
        )
        #: Called when a game has ended, and again after a restart, so observers must be idempotent. A list, because the
        #: archiver, which needs the tables, is made after them.
        self.on_game_end: list[GameEndObserver] = []
        #: Called with a table that somebody is about to use, where other instances may have written to its log.
        self.before_use: list[Callable[[Table], Awaitable[None]]] = []
        #: Called with a chat line that was written here.
        self.on_chat: list[Callable[[Table, ChatLine], None]] = []
        #: By id, the loading that is under way.
        self._loading: dict[str, asyncio.Task[Table]] = {}
        #: By person, how many of their new tables are being written.
        self._creating: Counter[str] = Counter()
        #: Ids of people deleted since the server started. Requests they sent just before are refused: they would write
        #: the name into a log from which it has just been erased.
        self._deleted: set[str] = set()

    async def open(self, interrupted: bool = True) -> None:
        """Load in the background what was in memory when the server was killed, and what is due.

        ``interrupted``: nobody has looked after any table until now.
        """
        self.memory.open(interrupted)
        await self._due_tables.open()

    async def stop(self) -> None:
        """Stop bots and clocks, wait for background tasks, and drop every table from memory."""
        self._due_tables.stop()
        await self.memory.stop()

    # ---- finding ------------------------------------------------------------------------------------

    def find(self, id: str) -> Table:
        """A table in memory; any other is unknown. Whoever is connected to a table keeps it there."""
        return self.memory.find(id)

    def get(self, id: str) -> Table | None:
        """A table if it is in memory."""
        return self.memory.get(id)

    async def load(self, id: str) -> Table:
        """An open table, from the store if it is not in memory."""
        while (table := self.memory.get(id)) is None or table.saved is None:
            if table is not None:
                await wait_for_appends(self._store)
                continue
            if id not in self._loading:
                task = self._loading[id] = asyncio.create_task(self._load(id), name="load table")
                task.add_done_callback(lambda _: self._loading.pop(id))
            await asyncio.shield(self._loading[id])
        self.scheduler(id).used = self._clock.now()
        for prepare in self.before_use:
            await prepare(table)
            table = self.find(id)  # it may have been closed, or be another object now
        return table

    async def load_or_none(self, id: str) -> TableState | None:
        """The state of a table that may be closed."""
        try:
            return (await self.load(id)).saved
        except (Unknown, TableSetAside):
            return None

    def saved_state(self, id: str) -> TableState:
        """A table in memory as it is on disk: what anybody may be shown of it."""
        saved = self.find(id).saved
        if saved is None:
            raise Unknown("table_unknown", table=id[:20])
        return saved

    def scheduler(self, id: str) -> TableScheduler:
        return self.memory.scheduler(id)

    def in_memory(self) -> list[Table]:
        return self.memory.all()

    async def new_code(self) -> str:
        """An invitation code that no table has."""
        while await self._store.by_code(code := new_code()):
            pass
        return code

    # ---- changing -----------------------------------------------------------------------------------

    async def create(self, actor: Actor, new: NewTable, position: entries.Position | None = None) -> Table:
        """Create a table; it is on disk when this returns. Its first game begins in ``position``, if there is one."""
        self._creating[actor.id] += 1
        try:
            hosted = await self._store.hosted(actor.id) + self._creating[actor.id]
            if hosted > self._settings.tables_per_person:
                raise NotAllowed("tables_too_many", most=self._settings.tables_per_person)
            opening = requests.open_table(actor, new, await self.new_code(), position)
            table = Table(self._store, self._clock, self._on_broken)
            await self._append(table, opening, new_id())
        finally:
            self._creating -= Counter([actor.id])
        return table

    async def append(self, table: Table, new: Sequence[entries.AnyEntry] | Propose) -> Table:
        """Append what somebody asks for; on disk when this returns. Raises the refusal otherwise.

        Returns the table after it, which is another object if the table had to be rebuilt meanwhile.
        """
        await self._append(table, new, "")
        return self.memory.get(table.now.id) or table

    async def close(self, id: str) -> None:
        """Close a table for the admin."""
        await self.append(await self.load(id), [entries.ClosedEntry("admin")])

    def said(self, table: Table, line: ChatLine) -> None:
        """Send a chat line that is on disk, unless one is missing before it, which was written elsewhere."""
        if self._leases.instance is None or line.number <= table.audience.newest_line + 1:
            table.add_chat_line(line)
        for observer in self.on_chat:
            observer(table, line)

    def block(self, person: str) -> None:
        """Refuse a seat to a person who has been deleted."""
        self._deleted.add(person)

    def erase_chat_of(self, person: str) -> None:
        """Blank what a deleted person has said at the tables in memory."""
        for table in self.in_memory():
            if table.audience.erase_chat_of(person):
                for watcher in table.audience.everyone():
                    table.catch_up(watcher, 0)

    async def _append(self, table: Table, new: Sequence[entries.AnyEntry] | Propose, id: str) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def reply(version: int, problem: Exception | None) -> None:
            if not done.done():
                done.set_exception(problem) if problem else done.set_result(None)

        def propose(table: Table) -> Sequence[entries.AnyEntry]:
            proposed = new(table) if callable(new) else new
            if any(isinstance(entry, entries.SeatedEntry) and entry.person in self._deleted for entry in proposed):
                raise Unknown("person_gone")
            return proposed

        if callable(new):
            table.request(Request(propose, reply))
        else:
            table.append(propose(table), reply, id)
        if id:
            self.memory.register(table)
        await done
        if id:
            self.memory.tell_loaded(table)

    # ---- loading ------------------------------------------------------------------------------------

    async def _load(self, id: str) -> Table:
        found = await self._loader.load(id)
        self.memory.register(found.table, found.empty_since)
        self.memory.resume(id, found.unarchived)
        self.memory.tell_loaded(found.table)
        return found.table

    async def _wait_for_loading(self, id: str) -> None:
        if id in self._loading:
            await asyncio.wait([self._loading[id]])

    def look_for_orphans(self) -> None:
        """Take over what nobody looks after any more, and see what is due."""
        self._due_tables.look()

    async def _load_due(self, id: str) -> None:
        try:
            await self.load(id)
        except (Unknown, TableSetAside):
            """Closed, or told already."""

    def _on_broken(self, table: Table) -> None:
        self.rebuilder.repair(table)

    # ---- schedulers ---------------------------------------------------------------------------------

    def _make_scheduler(self, table: Table, empty_since: int | None) -> TableScheduler:
        return TableScheduler(
            table,
            self._clock,
            self._bots,
            lambda: self.random(),
            self._presence,
            on_game_end=self._game_ended,
            on_idle=self.memory.drop_idle,
            secret=self._secret,
            away_after_ms=self._settings.away_after * 1_000,
            idle_after_ms=self.idle_after_ms,
            bot_speedup=self._settings.bot_speedup,
            empty_since=empty_since,
            holds=partial(self._leases.holds, table.now.id),
        )

    def _game_ended(self, table: Table, state: TableState) -> None:
        for observer in self.on_game_end:
            observer(table, state)
