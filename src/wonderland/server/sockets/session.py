"""One WebSocket session at a table, from joining to leaving."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from litestar import WebSocket

from wonderland.core.errors import NotAllowed
from wonderland.server.clock import Alarm, Clock
from wonderland.server.people.credentials import Credential
from wonderland.server.sockets.channel import channel_of
from wonderland.server.sockets.connection import LIVE_PING_INTERVAL_MS, TURN_PING_INTERVAL_MS, Connection
from wonderland.server.sockets.sessions import SocketSessions
from wonderland.server.tables.tables import Tables
from wonderland.server.wire.close_reasons import CLOSE_CODES, RETRY_AFTER_MS
from wonderland.server.wire.messages import Bye

CLOSE_TIMEOUT_SECONDS = 2.0  #: in which a close frame must have been sent


class SocketSession:
    """Keeps a connection at a table until either side closes it."""

    def __init__(
        self,
        sessions: SocketSessions,
        tables: Tables,
        clock: Clock,
        table: str,
        connection: Connection,
        socket: WebSocket[Any, Any, Any],
        credential: Credential | None,
        address: str = "",
    ) -> None:
        self._sessions = sessions
        self._tables = tables
        self._clock = clock
        self._table = table
        self._socket = socket
        self._channel = channel_of(socket.scope)
        self._address = address
        self.connection = connection
        #: What the socket was opened with; the session ends when it does. None for a visitor who is not signed in.
        self.credential = credential
        connection.dismiss = self.close
        self._task: asyncio.Task[Any] | None = None
        self._alarm: Alarm | None = None
        self._ping_interval_ms = LIVE_PING_INTERVAL_MS
        self._close_code: int | None = None
        #: Set once the connection has left its table.
        self.left = asyncio.Event()

    async def run(self, version: int, at: int | None = None) -> None:
        """Until the client has disconnected, or we have closed the session."""
        self._task = asyncio.current_task()
        connection = self.connection
        table = self._tables.find(self._table)
        live = table.now.rules.table.live
        self._ping_interval_ms = LIVE_PING_INTERVAL_MS if live else TURN_PING_INTERVAL_MS
        table.join(connection, version, at)
        self._tables.scheduler(self._table).connected(connection.seat)
        self._ping()
        if self._channel:
            self._channel.listen(connection)
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                connection.receive(_content(message))
        except asyncio.CancelledError:
            if self._close_code is None:
                raise
            with suppress(
                Exception
            ):  # it may be closed already; and a client that does not read must not keep the seat
                async with asyncio.timeout(CLOSE_TIMEOUT_SECONDS):
                    await self._socket.close(self._close_code)
        finally:
            self._leave()

    def close(self, reason: str) -> None:
        """Send ``bye`` and close. Never waits; can be called from anywhere."""
        if self._close_code is None and self._task:
            self.connection.send(Bye(reason, RETRY_AFTER_MS.get(reason)))  # type: ignore[arg-type]  # a key of CLOSE_CODES
            self._close_code = CLOSE_CODES[reason]
            self.connection.closing = True
            if reason == "flood":
                self._block_sender()
            self._task.cancel()

    def _block_sender(self) -> None:
        """Read nothing more after a flood, and keep the sender out for a while: a person by their id; from an unknown
        visitor's address one connection less is allowed, since others there have done nothing.
        """
        if self._channel:
            self._channel.stop_reading()
        if self.connection.person:
            self._sessions.block(self.connection.person, RETRY_AFTER_MS["flood"])
        else:
            self._sessions.reserve(self._address, RETRY_AFTER_MS["flood"])

    def _ping(self) -> None:
        self.connection.ping()
        self._alarm = self._clock.at(self._clock.now() + self._ping_interval_ms, self._ping)

    def _leave(self) -> None:
        self.left.set()
        if self._alarm:
            self._alarm.cancel()
        self.connection.close()
        with suppress(NotAllowed):  # the table may be closed
            self._tables.find(self._table).audience.remove(self.connection)
            self._tables.scheduler(self._table).disconnected(self.connection.seat)


def _content(message: Any) -> str | bytes:
    """A message's text, or its binary data, which is refused."""
    text: str | None = message.get("text")
    return message.get("bytes") or b"" if text is None else text
