"""A connection's stay at its table, from coming in to going away."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from wonderland.core.errors import NotAllowed
from wonderland.server.clock import Alarm
from wonderland.server.people.credentials import Credential
from wonderland.server.sockets.channel import channel_of
from wonderland.server.sockets.connection import CALM_PING, PING, Connection
from wonderland.server.wire.messages import Bye

if TYPE_CHECKING:
    from litestar import WebSocket

    from wonderland.server.context import ServerContext

#: WebSocket's numbers for why a connection ends.
CODES = {"restarting": 1012, "closed": 1000, "slow": 4408, "flood": 4429, "banned": 4403}
CLOSE_TIMEOUT = 2.0  #: seconds in which a close frame must have been sent
#: Milliseconds after which a client should come again; None: not at all.
RETRY = {"restarting": 500, "slow": 0, "flood": 60_000}


class SocketSession:
    """Keeps a connection at a table until either side ends it."""

    def __init__(
        self,
        context: ServerContext,
        table: str,
        connection: Connection,
        socket: WebSocket[Any, Any, Any],
        credential: Credential | None,
        address: str = "",
    ) -> None:
        self._context = context
        self._table = table
        self._socket = socket
        self._channel = channel_of(socket.scope)
        self._address = address
        self.connection = connection
        #: What the connection was opened with, and ends with; None for a visitor who is nobody.
        self.credential = credential
        connection.dismiss = self.end
        self._task: asyncio.Task[Any] | None = None
        self._alarm: Alarm | None = None
        self._pause = PING
        self._code: int | None = None
        #: Set when the connection has left its table.
        self.gone = asyncio.Event()

    async def stay(self, version: int, at: int | None = None) -> None:
        """Until the client has gone, or we have ended it."""
        self._task = asyncio.current_task()
        context, connection = self._context, self.connection
        table = context.tables.find(self._table)
        self._pause = PING if table.now.rules.table.live else CALM_PING
        table.join(connection, version, at)
        context.tables.scheduler(self._table).came(connection.seat)
        self._ping()
        if self._channel:
            self._channel.listen(connection)
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                connection.hear(_text(message))
        except asyncio.CancelledError:
            if self._code is None:
                raise
            with suppress(Exception):  # it may be gone already; and whoever does not read must not keep the seat
                async with asyncio.timeout(CLOSE_TIMEOUT):
                    await self._socket.close(self._code)
        finally:
            self._leave()

    def end(self, why: str) -> None:
        """Say goodbye and close. Never waits; can be called from anywhere."""
        if self._code is None and self._task:
            self.connection.tell(Bye(why, RETRY.get(why)))  # type: ignore[arg-type]  # one of CODES
            self._code = CODES[why]
            self.connection.quiet = True
            if why == "flood":
                self._punish()
            self._task.cancel()

    def _punish(self) -> None:
        """Whoever floods us is read no further. A person stays out for a while; somebody unknown takes the place of one
        connection of their address meanwhile, since others there have done nothing.
        """
        if self._channel:
            self._channel.stop_reading()
        if self.connection.person:
            self._context.socket_sessions.block(self.connection.person, RETRY["flood"])
        else:
            self._context.socket_sessions.occupy(self._address, RETRY["flood"])

    def _ping(self) -> None:
        clock = self._context.clock
        self.connection.ping()
        self._alarm = clock.at(clock.now() + self._pause, self._ping)

    def _leave(self) -> None:
        self.gone.set()
        if self._alarm:
            self._alarm.cancel()
        self.connection.close()
        with suppress(NotAllowed):  # the table may be no more
            self._context.tables.find(self._table).audience.leave(self.connection)
            self._context.tables.scheduler(self._table).went(self.connection.seat)


def _text(message: Any) -> str | bytes:
    """What came in one frame: text, or binary data, which nobody understands here."""
    text: str | None = message.get("text")
    return message.get("bytes") or b"" if text is None else text
