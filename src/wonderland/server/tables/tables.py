"""The tables in memory: loaded when somebody comes or something is due, changed, and dropped when they are idle."""

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
from wonderland.server.errors import LogConflict, NotSaved, Unknown
from wonderland.server.ids import new_id
from wonderland.server.presence import Presence
from wonderland.server.settings import Settings
from wonderland.server.store.chat_store import ChatLine
from wonderland.server.store.table_store import TableStore
from wonderland.server.tables import entries, requests
from wonderland.server.tables.due_tables import DueTables
from wonderland.server.tables.invitation_codes import new_code
from wonderland.server.tables.leases import Leases, OnlyInstance
from wonderland.server.tables.loading import UnreadableLog
from wonderland.server.tables.requests import Actor, NewTable
from wonderland.server.tables.scheduler import BotDecisions, TableScheduler
from wonderland.server.tables.seat_index import SeatIndex
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Propose, Request, Table
from wonderland.server.tables.table_loader import MAX_LOG_LENGTH_IN_LOOP, FoundTable, TableLoader, TableSetAside

IDLE_AFTER_MS = 60_000  #: after which a table that nobody needs is dropped from memory
RETRY_AFTER_MS = 2_000  #: after a failure of the store, until bots and clocks continue

#: Called with a table and the state with which a game has ended.
GameEndObserver = Callable[[Table, TableState], None]


def secure_random() -> Random:
    """The source of one deal, seeded with more bits from the operating system than a deck has permutations."""
    return Random(secrets.randbits(512))


class Tables:
    """Those tables that somebody needs now. All others are in the store only.

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
        self._background_tasks = background_tasks
        self._presence = presence
        self._secret = secret
        self.random = random
        self._on_action = on_action
        self.idle_after_ms = idle_after_ms
        self._loader = TableLoader(store, clock, self._on_broken)
        self._leases = leases or OnlyInstance()
        self._due_tables = DueTables(
            store, clock, background_tasks, self._load_due, self._leases, lambda id: id in self._tables
        )
        #: Called when a game has ended, and again after a restart, so observers must be idempotent. A list, because the
        #: archiver, which needs the tables, is made after them.
        self.on_game_end: list[GameEndObserver] = []
        #: Called with the states before and after every saved entry of any table.
        self.on_change: list[Callable[[TableState | None, TableState], None]] = []
        #: Called with a table that is in memory from now on; and with the id of one that no longer is.
        self.on_load: list[Callable[[Table], None]] = []
        self.on_drop: list[Callable[[str, bool], None]] = []
        #: Called with a table that somebody is about to use, where other instances may have written to its log.
        self.before_use: list[Callable[[Table], Awaitable[None]]] = []
        #: Called with a chat line that was written here.
        self.on_chat: list[Callable[[Table, ChatLine], None]] = []
        #: Called once a log was changed other than by appending.
        self.on_rewrite: list[Callable[[str], Awaitable[None]]] = []
        clock.on_jump.append(self._clock_jumped)
        presence.on_change.append(self._presence_changed)
        self._tables: dict[str, Table] = {}
        self._schedulers: dict[str, TableScheduler] = {}
        #: By id, the loading that is under way.
        self._loading: dict[str, asyncio.Task[Table]] = {}
        #: Tables that are being dropped.
        self._dropping: set[str] = set()
        self._seated = SeatIndex()
        #: By person, how many of their new tables are being written.
        self._creating: Counter[str] = Counter()
        #: Ids of people deleted since the server started. Requests they sent just before are refused: they would write
        #: the name into a log from which it has just been erased.
        self._deleted: set[str] = set()
        #: When the server was started, or its clock last jumped: no clock of a table may run out unseen before that.
        self._interrupted = 0

    async def open(self, interrupted: bool = True) -> None:
        """Load in the background what was in memory when the server was killed, and what is due.

        ``interrupted``: nobody has looked after any table until now.
        """
        self._interrupted = self._clock.now() if interrupted else 0
        await self._due_tables.open()

    async def stop(self) -> None:
        """Stop bots and clocks, wait for background tasks, and drop every table from memory."""
        self._due_tables.stop()
        for scheduler in self._schedulers.values():
            scheduler.stop()
        await self._background_tasks.wait()
        ours = [(id, table) for id, table in self._tables.items() if self._leases.give_up(id)]
        saved = [self._schedulers[id] for id, table in ours if table.saved and not table.broken]
        try:
            rows = [scheduler.unloaded_row() for scheduler in saved]
            await self._store.mark_unloaded(rows, self._leases.instance)
        except NotSaved:
            pass  # then they are loaded at the next start
        finally:
            for id in list(self._tables):
                self._dropped(id, released=True)
            self._tables.clear()
            self._schedulers.clear()
            self._seated.clear()

    # ---- finding ------------------------------------------------------------------------------------

    def find(self, id: str) -> Table:
        """A table in memory; any other is unknown. Whoever is connected to a table keeps it there."""
        if id not in self._tables:
            raise Unknown("table_unknown", table=id[:20])
        return self._tables[id]

    def get(self, id: str) -> Table | None:
        """A table if it is in memory."""
        return self._tables.get(id)

    async def load(self, id: str) -> Table:
        """An open table, from the store if it is not in memory."""
        while (table := self._tables.get(id)) is None or table.saved is None:
            if table is not None:
                await self._saved(table)
                continue
            if id not in self._loading:
                task = self._loading[id] = asyncio.create_task(self._load(id), name="load table")
                task.add_done_callback(lambda _: self._loading.pop(id))
            await asyncio.shield(self._loading[id])
        self._schedulers[id].used = self._clock.now()
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
        self.find(id)
        return self._schedulers[id]

    def in_memory(self) -> list[Table]:
        return list(self._tables.values())

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
        return self._tables.get(table.now.id, table)

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
            self._register(table)
        await done
        if id:
            self._loaded(table)

    async def _saved(self, table: Table) -> None:
        """Wait until what was appended to a table before is on disk or refused."""
        done = asyncio.Event()
        self._store.append([], lambda _: done.set())
        await done.wait()

    # ---- in memory ----------------------------------------------------------------------------------

    async def _load(self, id: str) -> Table:
        found = await self._loader.load(id)
        self._register(found.table, found.empty_since)
        self._schedulers[id].resume(self._interrupted, found.unarchived)
        self._loaded(found.table)
        return found.table

    def _loaded(self, table: Table) -> None:
        self._leases.want(table.now.id)
        for observer in self.on_load:
            observer(table)

    def _dropped(self, id: str, released: bool) -> None:
        for observer in self.on_drop:
            observer(id, released)

    def lease_gained(self, id: str, interrupted: bool) -> None:
        """We look after a table from now on. ``interrupted``: nobody has for a while."""
        self._schedulers[id].lease_gained(self._clock.now() if interrupted else self._interrupted)

    def lease_lost(self, id: str) -> None:
        if id in self._schedulers:
            self._schedulers[id].lease_lost()

    def look_for_orphans(self) -> None:
        """Take over what nobody looks after any more, and see what is due."""
        self._due_tables.look()

    async def _load_due(self, id: str) -> None:
        try:
            await self.load(id)
        except (Unknown, TableSetAside):
            """Closed, or told already."""

    def _register(self, table: Table, empty_since: int | None = None) -> None:
        id = table.now.id
        self._tables[id] = table
        scheduler = TableScheduler(
            table,
            self._clock,
            self._bots,
            lambda: self.random(),
            self._presence,
            on_game_end=self._game_ended,
            on_idle=self._idle,
            secret=self._secret,
            away_after_ms=self._settings.away_after * 1_000,
            idle_after_ms=self.idle_after_ms,
            bot_speedup=self._settings.bot_speedup,
            empty_since=empty_since,
            holds=partial(self._leases.holds, id),
        )
        table.on_change.append(self._changed)
        if id in self._schedulers:
            self._schedulers[id].stop()
        self._schedulers[id] = scheduler
        self._seated.change(id, (), table.now.people)

    def _unregister(self, id: str) -> None:
        self._schedulers.pop(id).stop()
        self._seated.change(id, self._tables.pop(id).now.people, ())
        self._dropped(id, self._leases.give_up(id))

    def _idle(self, table: Table) -> None:
        id = table.now.id
        if id not in self._dropping and self._tables.get(id) is table:
            self._dropping.add(id)
            self._background_tasks.start(self._drop(id, table))

    async def _drop(self, id: str, table: Table) -> None:
        """Drop a table that nobody needs from memory, unless somebody comes while the store is told."""
        scheduler, version = self._schedulers[id], table.now.version
        used, table.row_is_stale = scheduler.used, True
        if not self._leases.holds(id):
            self._dropping.discard(id)
            self._unregister(id)
            return
        try:
            unloaded = scheduler.unloaded_row()
            await self._store.mark_unloaded([unloaded], self._leases.instance)
        except NotSaved:
            self._clock.at(self._clock.now() + RETRY_AFTER_MS, scheduler.refresh)
            return
        finally:
            self._dropping.discard(id)
        if self._schedulers.get(id) is not scheduler:
            return
        if scheduler.idle and table.now.version == version and scheduler.used == used:
            self._unregister(id)
            self._due_tables.expect(unloaded.due)
        else:
            if self._leases.instance:
                self._leases.give_up(id)  # that is what the store says now
                self._leases.want(id)
            scheduler.refresh()

    # ---- observing ----------------------------------------------------------------------------------

    def _changed(self, before: TableState | None, after: TableState) -> None:
        if before and before.seats is not after.seats:
            self._seated.change(after.id, set(before.people) - set(after.people), after.people)
        table = self._tables[after.id]
        acted = before and before.game_state is not after.game_state and before.number == after.number
        if acted and not table.following:
            self._on_action(after.game)
        for observer in self.on_change:
            observer(before, after)
        if after.phase == "closed":
            for watcher in table.audience.everyone():
                watcher.dismiss("closed")
            self._unregister(after.id)

    def _presence_changed(self, person: str) -> None:
        for id in self._seated.tables_of(person):
            self._schedulers[id].presence_changed(person)

    def _clock_jumped(self, milliseconds: int) -> None:
        self._interrupted = self._clock.now()
        for scheduler in list(self._schedulers.values()):
            scheduler.clock_jumped(milliseconds)

    def _game_ended(self, table: Table, state: TableState) -> None:
        for observer in self.on_game_end:
            observer(table, state)

    # ---- rebuilding ---------------------------------------------------------------------------------

    async def rewrite(self, id: str, write: Callable[[], Awaitable[None]]) -> None:
        """Change a table's log other than by appending, and rebuild the table from it (``erasure.py``)."""
        table = self._tables.get(id)
        if table and not table.broken:
            # From here on it accepts no entry; what is being written gets to the disk before the work is done.
            table.broken = NotSaved("not_saved")
        try:
            await write()
        finally:
            if id in self._loading:
                await asyncio.wait([self._loading[id]])
            if id in self._tables:  # perhaps since a moment ago, and read before the change
                await self._rebuild(id)
        for observer in self.on_rewrite:
            await observer(id)

    def read_again(self, id: str) -> None:
        """Rebuild a table: its log has been changed elsewhere, or cannot be followed entry by entry."""
        table = self._tables.get(id)
        if table and not table.broken:
            table.broken = NotSaved("not_saved")
            self._background_tasks.start(self._rebuild(id))

    async def read_again_now(self, id: str) -> None:
        """The same; it is done when this returns."""
        if id in self._loading:
            await asyncio.wait([self._loading[id]])
        table = self._tables.get(id)
        if table:
            table.broken = table.broken or NotSaved("not_saved")
            await self._rebuild(id)

    def _on_broken(self, table: Table) -> None:
        conflict = isinstance(table.broken, LogConflict)
        self._background_tasks.start(self._rebuild(table.now.id, 0 if conflict else RETRY_AFTER_MS))

    async def _rebuild(self, id: str, wait: int = 0) -> None:
        """Replace a table by one rebuilt from the store, send every watcher what they miss, and repeat the requests
        that somebody else's entries came before.

        Bots and clocks continue after ``wait`` milliseconds: on a full disk they would fail again at once.
        """
        broken = self._tables.get(id)
        if broken is None:
            return
        # Once the scheduler has been stopped, because nothing could be read, only a new one goes on.
        if isinstance(broken.broken, LogConflict) and not self._schedulers[id].stopped:
            await self._saved(broken)  # so that every request that is to be repeated is known
            if await self._follow_others(broken):
                return
        self._schedulers[id].stop()
        try:
            found = await self._loader.load(id)
        except Unknown:  # not even its opening was saved, or somebody else has closed it
            self._give_up(broken, "closed")
        except TableSetAside:
            self._give_up(broken, "restarting")  # the refusal when they reconnect says why
        except Exception as problem:
            self._loader.report_failure(problem)
            retry = self._clock.now() + RETRY_AFTER_MS
            self._clock.at(retry, lambda: self._background_tasks.start(self._rebuild(id, RETRY_AFTER_MS)))
        else:
            self._replace(broken, found, wait)

    async def _follow_others(self, table: Table) -> bool:
        """After a conflict: take over what somebody else has written, and decide again what was asked for meanwhile.

        False if the table has to be rebuilt.
        """
        id, saved = table.now.id, table.saved
        if saved is None:
            return False
        try:
            rows = (await self._store.entries_after({id: saved.version})).get(id, [])
        except NotSaved:
            return False
        if self._tables.get(id) is not table or not isinstance(table.broken, LogConflict) or table.saved is not saved:
            return False
        if not 0 < len(rows) <= MAX_LOG_LENGTH_IN_LOOP or not table.rewind():
            return False
        if table.is_closed_by(rows):
            table.refuse_repeating(Unknown("table_unknown", table=id))  # before those who asked are sent away
        try:
            table.follow(rows)  # it still counts as broken, so nothing is appended meanwhile
        except UnreadableLog:
            return False
        requests, table.to_repeat, table.broken = table.to_repeat, [], None
        if self._tables.get(id) is table:
            table.repeat(requests)
            if table.now.phase == "playing":
                self._schedulers[id].caught_up()
            else:
                self._schedulers[id].resume()  # what the archiver was about to write is not written
        return True

    def _give_up(self, broken: Table, reason: str) -> None:
        self._unregister(broken.now.id)
        broken.refuse_repeating(Unknown("table_unknown", table=broken.now.id))
        for watcher in broken.audience.everyone():
            watcher.dismiss(reason)

    def _replace(self, broken: Table, found: FoundTable, wait: int) -> None:
        table, id = found.table, found.table.now.id
        table.audience.watchers = broken.audience.watchers
        table.audience.elsewhere = broken.audience.elsewhere
        self._seated.change(id, broken.now.people, ())
        self._register(table)
        self._loaded(table)
        conflict = isinstance(broken.broken, LogConflict)
        known = broken.saved.version if conflict and broken.saved else 0
        for watcher in table.audience.everyone():
            table.catch_up(watcher, known)
        for observer in self.on_change if conflict else ():
            observer(broken.saved, table.now)
        table.repeat(broken.to_repeat)
        if wait:
            self._clock.at(self._clock.now() + wait, self._schedulers[id].resume)
        else:
            self._schedulers[id].resume()
