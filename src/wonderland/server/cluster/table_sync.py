"""Tables that several instances have in memory: each tells the others what it has written, and who watches there."""

from __future__ import annotations

import asyncio
from collections import defaultdict

import structlog

from wonderland.server.background_tasks import BackgroundTasks
from wonderland.server.bus.bus import ALL, Bus, instance_channel, person_channel, table_channel
from wonderland.server.bus.messages import AnyMessage, Dropped, Rewritten, Said, TableChanged, Watching, Written
from wonderland.server.cluster.announcements import Announcements
from wonderland.server.cluster.leases import TableLeases
from wonderland.server.errors import NotSaved
from wonderland.server.presence import Presence
from wonderland.server.sockets.person_feed import PersonFeed, look_same
from wonderland.server.store.chat_store import ChatLine
from wonderland.server.tables.audience import WatchersElsewhere
from wonderland.server.tables.following import TableFollower
from wonderland.server.tables.scheduler import BotPace
from wonderland.server.tables.state import TableState
from wonderland.server.tables.table import Table
from wonderland.server.tables.tables import Tables

TABLE_PREFIX = table_channel("")

_logger = structlog.get_logger(__name__)


class TableSync:
    """Observes the tables in memory, and hears of the others'."""

    def __init__(
        self,
        bus: Bus,
        tables: Tables,
        follower: TableFollower,
        leases: TableLeases,
        presence: Presence,
        person_feed: PersonFeed,
        announcements: Announcements,
        background_tasks: BackgroundTasks,
    ) -> None:
        self._bus = bus
        self._tables = tables
        self._follower = follower
        self._leases = leases
        self._presence = presence
        self._person_feed = person_feed
        self._announcements = announcements
        self._background_tasks = background_tasks
        #: By instance, the tables and versions that it is told of next.
        self._written: defaultdict[str, dict[str, int]] = defaultdict(dict)
        tables.memory.on_load.append(self._loaded)
        tables.memory.on_drop.append(self._dropped)
        tables.memory.on_change.append(self._changed)
        tables.on_chat.append(self._said)
        tables.rebuilder.on_rewrite.append(self._rewritten)
        person_feed.on_first.append(lambda person: bus.subscribe(person_channel(person)))
        person_feed.on_last.append(lambda person: bus.unsubscribe(person_channel(person)))
        bus.on_subscribe.append(self._subscribed)
        bus.on_message.append(self._hear)

    # ---- what happens here --------------------------------------------------------------------------

    def _loaded(self, table: Table) -> None:
        id = table.now.id
        table.audience.on_presence.append(lambda: self.announce(table))
        self._bus.subscribe(table_channel(id))
        if table.audience.elsewhere:  # a table that was rebuilt
            self.announce(table)

    def _subscribed(self, channel: str) -> None:
        if channel.startswith(TABLE_PREFIX) and (table := self._tables.get(channel.removeprefix(TABLE_PREFIX))):
            self.announce(table, answer=True)

    def announce(self, table: Table, answer: bool = False) -> None:
        """Tell the others that we have a table in memory, and who is connected to it here."""
        if table.saved is None or not (answer or table.audience.elsewhere):
            return
        id, here = table.now.id, table.audience.here()
        pace = self._tables.scheduler(id).bot_pace if self._tables.get(id) is table else "normal"
        self._bus.publish(
            table_channel(id),
            Watching(id, table.saved.version, table.audience.newest_line, *here, bot_pace=pace, answer=answer),
        )

    def announce_all(self) -> None:
        """The others may have taken us for dead."""
        for table in self._tables.in_memory():
            self.announce(table, answer=True)

    def _dropped(self, id: str, released: bool) -> None:
        self._bus.unsubscribe(table_channel(id))
        self._bus.publish(table_channel(id), Dropped(id, released))

    def _changed(self, before: TableState | None, after: TableState) -> None:
        table = self._tables.get(after.id)
        if table is None or table.following:
            return
        if table.audience.elsewhere and not self._written:
            asyncio.get_running_loop().call_soon(self._tell_written)
        for instance in table.audience.elsewhere:
            self._written[instance][after.id] = after.version
        if before is None or not look_same(before, after):
            for person in {*(before.people if before else ()), *after.people}:
                if self._presence.is_elsewhere(person):
                    self._bus.publish(person_channel(person), TableChanged(person, after.id))

    def _tell_written(self) -> None:
        """One message to each instance that has some of these tables in memory: it costs more than what it says."""
        written, self._written = self._written, defaultdict(dict)
        for instance, versions in written.items():
            self._bus.publish(instance_channel(instance), Written(versions))

    def _said(self, table: Table, line: ChatLine) -> None:
        self._follower.expect_lines(table.now.id, line.number)
        if table.audience.elsewhere:
            self._bus.publish(table_channel(table.now.id), Said(table.now.id, line.number))

    async def _rewritten(self, id: str) -> None:
        # To all: one that has it not in memory now may be reading it.
        if not await self._announcements.tell(ALL, lambda message: Rewritten(id, message)):
            raise NotSaved("not_saved_others")  # the deletion is not finished, and is tried again

    # ---- what happens elsewhere ---------------------------------------------------------------------

    def forget(self, instance: str) -> None:
        """An instance has ended."""
        for table in self._tables.in_memory():
            self._set_elsewhere(table, instance, None)

    def _hear(self, sender: str, message: AnyMessage) -> None:
        match message:
            case Written(versions):
                for id, version in versions.items():
                    self._follower.expect(id, version)
            case Said(id, number):
                self._follower.expect_lines(id, number)
            case Watching(id):
                if table := self._tables.get(id):
                    self._watching(sender, table, message)
            case Dropped(id, released):
                if table := self._tables.get(id):
                    self._set_elsewhere(table, sender, None)
                    if released:
                        table.row_is_stale = True  # it says that the table is in no memory, until we look after it
                        self._leases.want(id)
            case Rewritten(id, reference):
                self._background_tasks.start(self._read_again(id, reference))
            case TableChanged(person, id):
                if self._tables.get(id) is None:
                    self._background_tasks.start(self._show(person, id))

    def _watching(self, sender: str, table: Table, message: Watching) -> None:
        id = table.now.id
        known = sender in table.audience.elsewhere
        self._set_elsewhere(table, sender, WatchersElsewhere(message.seats, message.spectators))
        if message.bot_pace != "normal":
            self._tables.scheduler(id).bot_pace = message.bot_pace
        self._follower.expect(id, message.version)
        self._follower.expect_lines(id, message.line)
        if message.answer or not known:
            self.announce(table)

    def _set_elsewhere(self, table: Table, instance: str, watchers: WatchersElsewhere | None) -> None:
        if table.audience.set_elsewhere(instance, watchers):
            self._tables.scheduler(table.now.id).connections_changed()

    async def _read_again(self, id: str, reference: str) -> None:
        if await self._tables.rebuilder.read_again_now(id):  # else it is announced again
            self._announcements.acknowledge(reference)

    async def _show(self, person: str, id: str) -> None:
        self._person_feed.show(person, id, await self._tables.load_or_none(id))

    def set_bot_pace(self, id: str, pace: BotPace) -> None:
        """Chosen by the only person at a table."""
        self._tables.scheduler(id).bot_pace = pace
        self.announce(self._tables.find(id))
