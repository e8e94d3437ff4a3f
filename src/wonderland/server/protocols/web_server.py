"""The web server: listens, keeps its connections and the app's tasks, and closes them."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Coroutine
from contextvars import Context
from email.utils import formatdate
from typing import Any

from wonderland.server.connection_limits import OpenConnections
from wonderland.server.logs import logger
from wonderland.server.protocols.http import HttpProtocol
from wonderland.server.protocols.websocket import WebSocketProtocol
from wonderland.server.sockets.channel import PendingWrites

BACKLOG = 2_048  #: connections that the system keeps until we accept them

AnyProtocol = HttpProtocol | WebSocketProtocol


class WebServer:
    """Serves an ASGI app. All connections of one server are counted together."""

    def __init__(self, app: Any, connections: OpenConnections, writes: PendingWrites) -> None:
        self.app = app
        self.connections = connections
        self.writes = writes
        self.protocols: set[AnyProtocol] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Server | None = None
        self._idle = asyncio.Event()  # nobody is connected
        self._idle.set()
        self._date = (0, b"")

    async def listen(self, door: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(lambda: HttpProtocol(self), sock=door, backlog=BACKLOG)

    def stop_listening(self) -> None:
        if self._listening:
            self._listening.close()

    async def close(self, seconds: float) -> None:
        """Let everybody go; whoever has not gone after so many seconds is cut off."""
        self.stop_listening()
        for protocol in list(self.protocols):
            protocol.shutdown()
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
                while self._tasks:
                    await asyncio.wait(self._tasks)
        except TimeoutError:
            logger.warning("cut off", connections=len(self.protocols), tasks=len(self._tasks))
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    # ---- for protocols ------------------------------------------------------------------------------

    def opened(self, protocol: AnyProtocol) -> None:
        self.protocols.add(protocol)
        self._idle.clear()

    def closed(self, protocol: AnyProtocol) -> None:
        self.protocols.discard(protocol)
        if not self.protocols:
            self._idle.set()

    def start(self, work: Coroutine[Any, Any, None], context: Context | None = None) -> None:
        """Run the app in a task."""
        task = asyncio.get_running_loop().create_task(work, context=context)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def date(self) -> bytes:
        """Now, as responses tell it."""
        now = int(time.time())
        if self._date[0] != now:
            self._date = now, formatdate(now, usegmt=True).encode()
        return self._date[1]
