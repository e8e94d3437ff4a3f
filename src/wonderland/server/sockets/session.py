"""One WebSocket session, from joining to leaving: at a table, or of a person on any other page."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from litestar import WebSocket

from wonderland.core.errors import NotAllowed
from wonderland.server.clock import Alarm, Clock
from wonderland.server.people.credentials import Credential
from wonderland.server.sockets.channel import channel_of
from wonderland.server.sockets.client_connection import ClientConnection
from wonderland.server.sockets.connection import LIVE_PING_INTERVAL_MS, TURN_PING_INTERVAL_MS, Connection
from wonderland.server.sockets.person_feed import PersonConnection, PersonFeed
from wonderland.server.sockets.sessions import SocketSessions
from wonderland.server.tables.tables import Tables
from wonderland.server.wire.close_reasons import CLOSE_CODES, RETRY_AFTER_MS
from wonderland.server.wire.messages import Bye

CLOSE_TIMEOUT_SECONDS = 2.0  #: in which a close frame must have been sent


class SocketSession:
    """Keeps a connection until either side closes it. Subclasses say what it joins, and how it leaves that."""

    connection: ClientConnection

    def __init__(
        self,
        sessions: SocketSessions,
        clock: Clock,
        connection: ClientConnection,
        socket: WebSocket[Any, Any, Any],
        credential: Credential | None,
        address: str = "",
    ) -> None:
        self._sessions = sessions
        self._clock = clock
        self._socket = socket
        self._channel = channel_of(socket.scope)
        self._address = address
        self.connection = connection
        #: What the socket was opened with; the session ends when it does. None for a visitor who is not signed in.
        self.credential = credential
        connection.dismiss = self.close
        self._task: asyncio.Task[Any] | None = None
        self._alarm: Alarm | None = None
        self._ping_interval_ms = TURN_PING_INTERVAL_MS
        self._close_code: int | None = None
        #: Set once the connection has left what it joined.
        self.left = asyncio.Event()

    def _join(self) -> None:
        """Send the client what it is here for, now and from now on."""
        raise NotImplementedError

    def _leave(self) -> None:
        """Send it nothing more."""
        raise NotImplementedError

    async def run(self) -> None:
        """Until the client has disconnected, or we have closed the session."""
        self._task = asyncio.current_task()
        self._join()
        self._ping()
        self._channel.listen(self.connection)  # all but the end of the connection goes there
        try:
            while (await self._socket.receive())["type"] != "websocket.disconnect":
                pass
        except asyncio.CancelledError:
            if self._close_code is None:
                raise
            with suppress(
                Exception
            ):  # it may be closed already; and a client that does not read must not keep the seat
                async with asyncio.timeout(CLOSE_TIMEOUT_SECONDS):
                    await self._socket.close(self._close_code)
        finally:
            self._end()

    def close(self, reason: str, retry_ms: int | None = None) -> None:
        """Send ``bye`` and close. Never waits; can be called from anywhere.

        ``retry_ms``: when to come back, if not when that reason says.
        """
        if self._close_code is None and self._task:
            retry = RETRY_AFTER_MS.get(reason) if retry_ms is None else retry_ms
            self.connection.send(Bye(reason, retry))  # type: ignore[arg-type]  # a key of CLOSE_CODES
            self._close_code = CLOSE_CODES[reason]
            self.connection.closing = True
            if reason == "flood":
                self._block_sender()
            self._task.cancel()

    def _block_sender(self) -> None:
        """Read nothing more after a flood, and keep the sender out for a while: a person by their id; from an unknown
        visitor's address one connection less is allowed, since others there have done nothing.
        """
        self._channel.stop_reading()
        if self.connection.person:
            self._sessions.block(self.connection.person, RETRY_AFTER_MS["flood"])
        else:
            self._sessions.reserve(self._address, RETRY_AFTER_MS["flood"])

    def _ping(self) -> None:
        self.connection.ping()
        self._alarm = self._clock.at(self._clock.now() + self._ping_interval_ms, self._ping)

    def _end(self) -> None:
        self.left.set()
        if self._alarm:
            self._alarm.cancel()
        self.connection.close()
        self._leave()


class TableSession(SocketSession):
    """Somebody at a table, as a player or a spectator, whose client has that version of it."""

    connection: Connection

    def __init__(self, tables: Tables, table: str, *session: Any, version: int = 0, at: int | None = None) -> None:
        super().__init__(*session)
        self._tables = tables
        self._table = table
        self._version, self._at = version, at

    def _join(self) -> None:
        table = self._tables.find(self._table)
        if table.now.rules.table.live:
            self._ping_interval_ms = LIVE_PING_INTERVAL_MS
        table.join(self.connection, self._version, self._at)
        self._tables.scheduler(self._table).connected(self.connection.seat)

    def _leave(self) -> None:
        with suppress(NotAllowed):  # the table may be closed
            self._tables.find(self._table).audience.remove(self.connection)
            self._tables.scheduler(self._table).disconnected(self.connection.seat)


class PersonSession(SocketSession):
    """Somebody on a page that is no table's."""

    connection: PersonConnection

    def __init__(self, feed: PersonFeed, *session: Any) -> None:
        super().__init__(*session)
        self._feed = feed

    def _join(self) -> None:
        self._feed.add(self.connection)

    def _leave(self) -> None:
        self._feed.remove(self.connection)
