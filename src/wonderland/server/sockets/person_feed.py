"""What a person's open pages are told of their tables: whose turn it is, deadlines, who sits there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

import structlog

from wonderland.server.clock import Clock
from wonderland.server.sockets.channel import Channel
from wonderland.server.sockets.client_connection import ClientConnection
from wonderland.server.tables.requests import Actor
from wonderland.server.tables.state import TableState
from wonderland.server.tables.summaries import TableSummary, table_summary
from wonderland.server.tables.tables import Tables
from wonderland.server.wire import messages as wire

_logger = structlog.get_logger(__name__)


class PersonConnection(ClientConnection):
    """One page of a person that is no table's; ``tables`` gives the tables where they sit."""

    def __init__(
        self,
        tables: Callable[[], Awaitable[list[TableSummary]]],
        channel: Channel,
        clock: Clock,
        actor: Actor,
        **client: Any,
    ) -> None:
        super().__init__(channel, clock, actor, **client)
        self._tables = tables
        self.tasks: set[asyncio.Task[None]] = set()

    def send_tables(self) -> None:
        """Send all tables, once the store has told which these are; what changes meanwhile is sent besides."""
        task = asyncio.create_task(self._send_tables(), name="tables of a person")
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _send_tables(self) -> None:
        try:
            self.send(wire.Tables(await self._tables()))
        except Exception:
            _logger.exception("tables_not_listed")
            self.dismiss("restarting")  # the client comes again

    def _sync(self, message: wire.Sync) -> None:
        self.send_tables()

    handlers: ClassVar = {wire.Sync: _sync, wire.Pong: ClientConnection._pong}


class PersonFeed:
    """Sends every such page all tables of its person when it connects, and then each table that changes."""

    def __init__(self, tables: Tables) -> None:
        self._connections: dict[str | None, list[PersonConnection]] = {}
        #: Called with a person who has such a page open now, or no longer has one.
        self.on_first: list[Callable[[str], None]] = []
        self.on_last: list[Callable[[str], None]] = []
        tables.memory.on_change.append(self._changed)

    def add(self, connection: PersonConnection) -> None:
        first = connection.person not in self._connections
        self._connections.setdefault(connection.person, []).append(connection)
        if first and connection.person:
            for observer in self.on_first:
                observer(connection.person)
        connection.send_tables()

    def remove(self, connection: PersonConnection) -> None:
        self._connections[connection.person].remove(connection)
        if not self._connections[connection.person]:
            del self._connections[connection.person]
            for observer in self.on_last if connection.person else ():
                observer(connection.person or "")

    def send_all_tables(self) -> None:
        """Send every page everything: it may have missed something."""
        for connections in self._connections.values():
            for connection in connections:
                connection.send_tables()

    def show(self, person: str, id: str, state: TableState | None) -> None:
        """Send a person's pages one table as it is now; None: it is closed."""
        for connection in self._connections.get(person, ()):
            connection.send(_told(person, id, state))

    def _changed(self, before: TableState | None, after: TableState) -> None:
        if not self._connections or (before and look_same(before, after)):
            return
        for person in {*(before.people if before else ()), *after.people}:
            if connections := self._connections.get(person):
                message = _told(person, after.id, after)
                for connection in connections:
                    connection.send(message)


def _told(person: str, id: str, state: TableState | None) -> wire.Summary | wire.Gone:
    seated = state and state.phase != "closed" and state.seats_of(person)
    return wire.Summary(table_summary(state, person)) if state and seated else wire.Gone(id)


def look_same(before: TableState, after: TableState) -> bool:
    """Whether a list shows the same of both, except when something last happened."""
    return before.seats is after.seats and before.phase == after.phase and before.since == after.since
